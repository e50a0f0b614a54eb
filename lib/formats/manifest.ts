import { addBasePath } from '../base-path'
import { getIconPath, ICON_SIZES } from '../branding/logo'

interface ManifestFacts {
  name: string
  description: string
  locale: string
  /** The color of the background, `#rrggbb`. */
  paper: string
}

/** Renders the web app manifest, which browsers use when a visitor installs the site. */
export function renderManifest({ name, description, locale, paper }: ManifestFacts): string {
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
    background_color: paper,
    theme_color: paper,
    icons: [icon('browser'), icon('screen')],
  })
}
