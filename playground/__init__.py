"""Local stand-in for Discord with a web page, to try the bot without a token.

The unmodified bot connects to it as it does to Discord: REST v10 over HTTP, gateway over a
WebSocket. Only the routes the bot uses exist. All others answer 501 and are logged.
"""
