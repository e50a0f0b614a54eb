/** The size of social images in pixels, as social networks recommend it. */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const
