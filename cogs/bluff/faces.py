"""The drawn faces of the computers that play Bluff."""

from bot.drawing.faces import face

TRUDE = face(
    "#D9C4E6",
    "collar #8A5D7A #F4EEF2",
    "curls #DAD8DE",
    "head #F3D3BC",
    "eyes",
    "round_glasses #6A5A78 #EDF3F6",
    "eyes",
    "cheeks #E3A79B",
    "smile",
)
MILO = face(
    "#86B6C9",
    "shoulders #A97B4D",
    "animal_head #C79A66",
    "patch #8A5C38",
    "floppy_ears #7A4F30",
    "animal_eyes",
    "tongue #C9657B",
    "muzzle #F0E2CB #2A211E",
)
BRAM = face(
    "#B55F4C",
    "shoulders #F1EEE6",
    "square_head #EDBE9B",
    "eyes",
    "cheeks #D98F78",
    "moustache #6B3F28",
    "chef_hat #F7F4EC #D5CFC0",
)
ODDS = face(
    "#7A6A9C",
    "collar #23222E #F2F2F2",
    "long_head #F0DCC8",
    "eyes",
    "thin_moustache #23222E",
    "smirk",
    "top_hat #23222E #8FA0C9",
)
NADIA = face(
    "#B9CBD8",
    "shoulders #7F8A4C",
    "long_hair #2A2230",
    "head #C28A5E",
    "fringe #2A2230",
    "eyes",
    "flat_mouth",
    "hard_hat #E8EEF2 #9CB0BD",
)
FINN = face(
    "#4F8C8A",
    "shoulders #6B4A36",
    "small_ears #6B4A36",
    "broad_head #8A6247",
    "animal_eyes",
    "muzzle #E3CDB0 #1E1F2E",
    "whiskers #F4ECE0",
)
LUPE = face(
    "#E0CDA4",
    "collar #4F6B4A #F0EADC",
    "crown_braid #3A2A28",
    "head #B97F57",
    "eyes",
    "square_glasses #7A2F4A #F1E9EC",
    "eyes",
    "smile",
    "hoops #7A2F4A",
)
ZARA = face(
    "#5A66B8",
    "shoulders #6A4F8F",
    "headscarf #8A5FB0 #9FE0DC",
    "head #C99672",
    "shut_eyes",
    "smirk",
    "hoops #D5D9E6",
    "brows #2A2230",
)
RICO = face(
    "#CFE3C0",
    "shoulders #2F7F57",
    "crest #C23B52",
    "animal_head #3FA06B",
    "owl_eyes #1E1F2E #EFF5EC",
    "hooked_beak #4A4652 #23222E",
)
ELIF = face(
    "#9C5B4A",
    "collar #23222E #3A3648",
    "mane #7A3B22",
    "head #F1D0B0",
    "swept_fringe #7A3B22",
    "shut_eyes",
    "smile",
)
