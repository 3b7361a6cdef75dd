"""Discord's stand-in on loopback, with a page, for trying the bot without a token.

The unmodified bot connects to it as to Discord: REST v10 over HTTP and the gateway over a
WebSocket. Only what the bot uses is here; anything else answers 501 and says so loudly.
"""
