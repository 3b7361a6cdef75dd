"""The drawn faces of the computers that play Schwimmen."""

from bot.drawing.faces import face

PAUL = face(
    "#B7DCE8",
    "shoulders #F2EFE6",
    "animal_head #2F7D63",
    "animal_eyes #F2EFE6",
    "bill #C98A4A #8A5A1E",
)
BIBI = face(
    "#4E7F9C",
    "shoulders #5E9C4A",
    "broad_head #7DBB5E",
    "top_eyes #1E1F2E #7DBB5E",
    "wide_mouth #2F5A2A",
    "cheeks #A6D68A",
)
TOVE = face(
    "#8CC9C4",
    "shoulders #B85C7A",
    "bob #E6D7A6",
    "head #F3C9A6",
    "sunglasses #2A2F45",
    "smile",
    "sun_hat #EADFC4 #5F8FA8",
)
KLARA = face(
    "#A9B6D6",
    "collar #27345C #F2F2F2",
    "bob #8A8690",
    "head #EFC8A8",
    "fringe #8A8690",
    "eyes",
    "smile",
    "captain_cap #27345C #F5F6FA",
)
AMIR = face(
    "#D8B48C",
    "shoulders #3F7F8C",
    "spikes #2B2226",
    "head #B88155",
    "headband #C7E0D4",
    "eyes",
    "beard #2B2226",
    "grin #FFFFFF",
)
SELMA = face(
    "#C6D8A0",
    "carapace #6B5A3A #4A3E28",
    "narrow_head #8FA36A",
    "shut_eyes #2F3A22",
    "smile #2F3A22",
)
GORAN = face(
    "#5A6E86",
    "shoulders #2B3A4E",
    "square_head #E3B48C",
    "eyes",
    "brows #C9CBD2",
    "big_beard #C9CBD2",
    "beanie #38506E #52708F",
)
PIKE = face(
    "#62A3AE",
    "fish #8AA45E #DCE3B8",
)
OTTO = face(
    "#F0D9C4",
    "octopus #A04E8A #C987B5",
    "big_eyes #1E1F2E #FFFFFF",
    "smile",
)
NAMI = face(
    "#3C7FB0",
    "shoulders #23303F",
    "short_hair #C9CCD3",
    "head #DDAE83",
    "eyes",
    "dive_mask #2B3140 #BFE6EE",
    "eyes",
    "smile",
)
