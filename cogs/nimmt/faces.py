"""The drawn faces of the computers that play 6 nimmt!."""

from bot.drawing.faces import face

FRITZ = face(
    "#8FB7A6",
    "shoulders #4E6B8C",
    "head #EBBE98",
    "short_hair #8A5A34",
    "eyes",
    "brows #8A5A34",
    "moustache #8A5A34",
    "straw_hat #D8BE8C #7A4B2E",
)
PEPPER = face(
    "#7C8FBF",
    "shoulders #E9E4D6",
    "drooping_ears #D8CDB8 #D9A5A5",
    "horns #8A7A66",
    "narrow_head #F4EFE2",
    "patch #B59A78",
    "eyes",
    "long_nose #E8DCC6 #5A4A3C",
    "goatee #CFC2A8",
)
TIAGO = face(
    "#5E9A8B",
    "shoulders #3B3F66",
    "curls #4A2E1F",
    "head #D29C6E",
    "freckles #9A6440",
    "eyes",
    "smirk",
    "beanie #B9566B #8C3A52",
)
KENJI = face(
    "#C9B8E0",
    "collar #56627F #F2F2F2",
    "head #EFCBA4",
    "parted_hair #23222E",
    "eyes",
    "square_glasses #23222E #E7F1F5",
    "eyes",
    "raised_brow #23222E",
    "flat_mouth",
)
AMARA = face(
    "#E3C7A8",
    "shoulders #2F6E7E",
    "hoops #C9D3E8",
    "head #6E432B",
    "eyes",
    "grin #FFFFFF",
    "helmet #4AA3B8 #25506B",
)
ROCCO = face(
    "#6F8F6A",
    "shoulders #6C6E78",
    "round_ears #5A5C66 #C9C9CF",
    "animal_head #8F929C",
    "mask #33343F",
    "muzzle #E6E4E0 #1E1F2E",
)
INES = face(
    "#C7D9B2",
    "apron #F2EBDD #6B4A3A",
    "bob #A9A6A8",
    "head #C98F66",
    "fringe #BDBABC",
    "eyes",
    "smile",
    "cheeks #B87457",
    "earrings #5A3B63",
)
HORN = face(
    "#59648F",
    "collar #7A6A4C #EFE8D6",
    "sides #8C7B66",
    "head #F1D2B4",
    "brows #8C7B66",
    "eyes",
    "monocle #4A4E63 #E7F1F5",
    "beard #8C7B66",
    "flat_mouth",
)
SILKE = face(
    "#6E7FA8",
    "scarf #7A3F5E #A6C7C2",
    "bun #F3F1F4",
    "needles #C9CEDD #A6476B",
    "head #F3D9C4",
    "fringe #F3F1F4",
    "eyes",
    "half_glasses #4A4E63 #DCE8EE",
    "smile",
)
JUNO = face(
    "#D3A9B0",
    "shoulders #6F7C92",
    "huge_ears #8996AD #C7A6B0",
    "animal_head #98A5BB",
    "animal_eyes",
    "trunk #8996AD #6F7C92",
)
