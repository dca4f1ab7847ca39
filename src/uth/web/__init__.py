"""HTTP routes, websockets and the built page; no rules and no policy."""
