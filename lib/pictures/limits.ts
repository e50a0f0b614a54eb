/** Larger pictures are not opened, because their pixels would exhaust the memory. */
export const MOST_PIXELS = 100_000_000
