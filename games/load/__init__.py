"""Load on a running site: people made in bulk play at many tables; how fast, and at what cost."""
