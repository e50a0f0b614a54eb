/** The size of social images in pixels, as social networks recommend it. */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const

/** Increase this when the drawing of social images changes. */
export const SOCIAL_IMAGE_FORMAT = 3
