"""The one vocabulary: what happened, as a sentence for a reader."""
