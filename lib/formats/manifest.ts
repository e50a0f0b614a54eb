import { COLOURS } from '../colours'

/** Widths of the site's icon as a square picture, in pixels: two that browsers ask for, and the one for a home screen. */
export const ICON_SIZES = { browser: 192, screen: 512, touch: 180 } as const

/** What a browser knows of the site when somebody keeps it like a program. */
export function manifestOf(name: string, description: string, locale: string): string {
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
  return JSON.stringify({
    name,
    short_name: name,
    description: description || undefined,
    lang: locale,
    start_url: '/',
    display: 'minimal-ui',
    background_color: COLOURS.paper.day,
    theme_color: COLOURS.paper.day,
    icons: [icon(ICON_SIZES.browser), icon(ICON_SIZES.screen)],
  })
}
