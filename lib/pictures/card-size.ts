/** Of the picture that stands for a page where somebody shares it: in pixels, as social networks want it. */
export const CARD = { width: 1200, height: 630 } as const
