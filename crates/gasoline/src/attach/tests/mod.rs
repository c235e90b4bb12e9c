//! Capture of a browser that behaves exactly as a test wants.
