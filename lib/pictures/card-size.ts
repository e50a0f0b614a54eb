/** The size of social images in pixels, as social networks recommend it. */
export const CARD = { width: 1200, height: 630 } as const
