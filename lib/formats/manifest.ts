import { addBasePath } from '../base-path'
import { getIconPath, ICON_SIZES } from '../branding/logo'
import { COLORS } from '../branding/palette'

/** Renders the web app manifest, which browsers use when a visitor installs the site. */
export function renderManifest(name: string, description: string, locale: string): string {
  const icon = (size: keyof typeof ICON_SIZES) => {
    const width = ICON_SIZES[size]
    return { src: addBasePath(getIconPath(size)), sizes: `${width}x${width}`, type: 'image/png' }
  }
  return JSON.stringify({
    name,
    short_name: name,
    description: description || undefined,
    lang: locale,
    start_url: addBasePath('/'),
    display: 'minimal-ui',
    background_color: COLORS.paper.light,
    theme_color: COLORS.paper.light,
    icons: [icon('browser'), icon('screen')],
  })
}
