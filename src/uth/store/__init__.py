"""What outlives a process: a link's meters in a local file, durable before anyone sees them change."""
