import type { PageView } from '@/lib/page/page-view'
import { escapeHtml } from '@/lib/workspace/escape-html'
import { getFontAddresses } from './branding'

/**
 * Preloads the picture and the fonts that the top of a page needs. This is markup, because React drops the `preload` of a component that
 * waits for data if the document is not prerendered, and duplicates `link` elements if it is.
 */
export async function PagePreloads({ view: { firstPicture, fonts } }: { view: PageView }) {
  const links = (await getFontAddresses(fonts)).map((href) =>
    createLink({ href, as: 'font', type: 'font/woff2', crossorigin: '' }),
  )
  if (firstPicture) {
    const { src, srcSet, sizes } = firstPicture
    links.unshift(
      createLink({
        // A browser that does not know `imagesrcset` would load it in addition to a smaller copy.
        href: srcSet === undefined ? src : undefined,
        as: 'image',
        imagesrcset: srcSet,
        imagesizes: sizes,
        fetchpriority: 'high',
      }),
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: its values are escaped
  return links.length > 0 && <div hidden dangerouslySetInnerHTML={{ __html: links.join('') }} />
}

function createLink(attributes: Record<string, string | undefined>): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`,
  )
  return `<link rel="preload"${written.join('')}>`
}
