/** Larger pictures are not opened, because their pixels would exhaust the memory. */
export const MAX_PIXELS = 100_000_000
