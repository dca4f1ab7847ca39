"""The coach: the exact value of every action a seat is offered, the cost of the chosen one, and why."""
