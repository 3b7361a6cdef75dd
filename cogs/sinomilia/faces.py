"""The drawn faces of the computers that play Sinomilia."""

from bot.drawing.faces import face

LUNA = face(
    "#9C8FD0",
    "chick_head #F3E7A2",
    "tuft #D9C67A",
    "animal_eyes",
    "beak #C9823A",
    "shell_cap #F7F6F2",
)
BRUNO = face(
    "#B8D3B0",
    "shoulders #5A3C28",
    "round_ears #6B4730 #B58A66",
    "animal_head #7D5438",
    "animal_eyes",
    "muzzle #D5B08A #1E1F2E",
)
SUNNY = face(
    "#4FA6B8",
    "shoulders #C25B7F",
    "long_hair #E9DCB0",
    "head #DFA977",
    "swept_fringe #E9DCB0",
    "sunglasses #2A2F45",
    "grin #FFFFFF",
)
TILDA = face(
    "#A8C686",
    "apron #5E7FA8 #3A5A84",
    "braids #A8532E #3F6B4A",
    "head #F3D2B8",
    "fringe #A8532E",
    "freckles #C98F6E",
    "eyes",
    "smile",
    "flower #F1EBC2 #6B4A2E",
)
ECLIPSE = face(
    "#7384BC",
    "shoulders #5A4A5E",
    "tufted_ears #7A6878",
    "animal_head #8A7686",
    "owl_eyes #1E1F2E #C9B8BE",
    "beak #B08A5A",
)
ORLA = face(
    "#5A4A8C",
    "shoulders #2C6B72",
    "afro #B5482E",
    "head #F6DCC8",
    "eyes",
    "freckles #D09A7A",
    "smile",
    "lamp #2A2F45 #DFF3F5",
)
