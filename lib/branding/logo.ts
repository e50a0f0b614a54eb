/** The path of the icon of a site without a logo, whose root page has no icon. */
export const DEFAULT_ICON_PATH = '/icon.svg'

/** Widths of the site's square icon in pixels: for browsers, for the web app manifest, and for the home screen of Apple devices. */
export const ICON_SIZES = { browser: 192, screen: 512, touch: 180 } as const

/** Returns the path of the site's icon in one of its sizes. */
export const getIconPath = (size: keyof typeof ICON_SIZES): string => `/icon-${ICON_SIZES[size]}.png`

/** Files of a site folder that are the icon of the site, the first one before the others, and the icon for home screens of Apple devices. */
export const ICON_FILES = {
  icon: ['/favicon.svg', '/favicon.png', '/favicon.ico'],
  touch: ['/apple-touch-icon.png'],
} as const
