"""Signs of the fixed buttons. A reader knows a button by its sign in every language."""

from collections.abc import Mapping
from types import MappingProxyType

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "join": "✅",
        "leave": "↩️",
        "cut": "✂️",
        "solocut": "✂️",
        "start": "▶️",
        "hand": "🎴",
        "looking": "👁️",
        "next": "🎟️",
        "rules": "📖",
        "options": "⚙️",
        "fairness": "🔒",
        "again": "🔁",
        "replay": "🎬",
        "mine": "🔍",
        "moment": "📌",
        "record": "📄",
        "share": "📣",
        "call": "🔔",
        "nocalls": "🔕",
        "commands": "⌨️",
        "evening": "🏅",
        "hint": "💡",
        "happened": "📜",
        "resume": "⏯️",
        "prolong": "⏸️",
        "vote": "🏳️",
        "win": "🏆",
        "back": "👋",
        "undo": "⏪",
        "quit": "🚪",
        "cancel": "🛑",
        "learn": "🎓",
        "learnplay": "🤖",
        "forget": "🗑️",
        "strength": "❔",
        "daily": "📅",
        "dailyplay": "🃏",
        "dailypost": "📮",
        "dailyboard": "📋",
        "dailyproof": "🗓️",
        "accept": "✅",
        "uninvite": "🙅",
        "invite": "📬",
    }
)
"""The sign of each kind of button (see `Address.kind`)."""
