"""The floor: irregularities, rulings, remedies, voids, disputes and corrections."""
