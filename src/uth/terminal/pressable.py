"""A piece of drawing that can be clicked: each part of it may carry the action behind it."""

from __future__ import annotations

from textual.events import Click
from textual.widgets import Static


class Pressable(Static):
    """Text whose parts are buttons: a click runs the action written into the part under it."""

    async def on_click(self, event: Click) -> None:
        """Run the action of the part that was clicked, if it has one."""
        action = event.style.meta.get("press")
        if isinstance(action, str):
            event.stop()
            await self.app.run_action(action)
