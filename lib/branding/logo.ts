/** Path of the site's mark, which is drawn where neither a logo nor the root page's icon is. */
export const MARK_PATH = '/icon.svg'

/** Widths of the site's icon as a square image, in pixels: two that browsers ask for, and the one for a home screen. */
export const ICON_SIZES = { browser: 192, screen: 512, touch: 180 } as const

/** Returns the path of the site's icon in one of its sizes. */
export const getIconPath = (size: keyof typeof ICON_SIZES): string => `/icon-${ICON_SIZES[size]}.png`
