"""The house over HTTP and a websocket: routes, frames, headers; no rules."""
