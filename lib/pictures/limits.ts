/** Larger pictures are not opened, because their pixels would exhaust the memory. */
export const MAX_PIXELS = 100_000_000
/** The same for HEIC, of which all pixels are in memory several times. Telephones take pictures of up to 49 million. */
export const HEIC_LIMITS = { pixels: 50_000_000 }
