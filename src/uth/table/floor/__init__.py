"""What the floor does: irregularities, rulings, remedies, voids, disputes and corrections."""
