"""The drawn faces of the computers that play COLORSE."""

from bot.drawing.faces import face

MOCHI = face(
    "#A8B8E0",
    "shoulders #D9B38C",
    "round_ears #C99A6A #E8B8B0",
    "animal_head #E3BE92",
    "animal_eyes",
    "fat_cheeks #F8EEDC #B86A6A",
    "whiskers #8A6A4C",
)
WISP = face(
    "#7089B0",
    "mist #DCE9EE",
    "eyes #3F4E66",
    "round_mouth #3F4E66",
    "cheeks #B5CEDB",
)
PIXEL = face(
    "#241F3F",
    "sprite #6FE0B4",
)
AOI = face(
    "#E6C9B8",
    "shoulders #3F4F8C",
    "bob #3F5FA8",
    "head #F5D8BC",
    "fringe #3F5FA8",
    "beret #A83F5A",
    "eyes",
    "freckles #4AA38C",
    "smile",
)
KOFI = face(
    "#7FB8E0",
    "shoulders #B0603A",
    "kite #C24A6B #E8EEF2",
    "square_head #5E3A26",
    "short_hair #1E1A1E",
    "eyes",
    "grin #FFFFFF",
)
LUMI = face(
    "#5580B8",
    "lantern #F0DDB0 #8A3F3A",
    "shut_eyes #6B3A2E",
    "smile #6B3A2E",
    "cheeks #E0B08A",
)
VERA = face(
    "#DCEBCB",
    "wings #7A5FC0 #D5C8F2",
    "feelers #2A2230",
    "small_head #F0D2B8 #2A2230",
    "fringe #2A2230",
    "eyes",
    "smile",
)
MIDORI = face(
    "#8FA68A",
    "shoulders #2F3F3A",
    "hood #3A4F47 #EBC8A2",
    "eyes",
    "stern_brows #D5D8D2",
)
YORI = face(
    "#3F6B5E",
    "shoulders #B86A3A",
    "pointed_ears #C9773F #3A2A28",
    "animal_head #C9773F",
    "white_cheeks #F6EEE0 #1E1F2E",
    "shut_eyes",
)
EDDA = face(
    "#57506E",
    "spectre #C5D3DC",
    "bun #A9BAC8",
    "head #DDE8EC",
    "fringe #A9BAC8",
    "eyes #4A5468",
    "half_glasses #4A5468 #EEF5F7",
    "smile #4A5468",
    "candle #F2EEDF #E9DDA0",
)
