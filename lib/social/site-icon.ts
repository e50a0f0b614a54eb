import 'server-only'
import { createHash } from 'node:crypto'
import { PictureCache } from '../page/picture-cache'
import { getPictureProcess } from '../pictures/picture-process'
import { PUBLIC } from '../site/access'
import type { Site } from '../site/site'
import { createPictureFinder } from './social-image'

/** Increase this when the drawing of icons changes. */
const FORMAT = 2

const icons = new PictureCache('icons', 20_000_000)

/** Returns the file of the site's icon as a square of `size` pixels: the root page's icon, or else the default icon. */
export async function getSiteIcon(site: Site, size: number): Promise<string | undefined> {
  const root = site.index.root === null ? undefined : site.page(site.index.root, PUBLIC)
  const file = root?.icon && (await (await createPictureFinder(site))(root.icon, root))
  const text = root?.icon && !/[/:]/.test(root.icon) ? root.icon : undefined
  const digest = createHash('sha256')
    .update(JSON.stringify([FORMAT, size, file, text]))
    .digest('hex')
  const pictures = getPictureProcess()
  const label = `the icon of the site, ${size} pixels wide`
  return icons.file(`${digest.slice(0, 32)}.png`, async () => {
    if (!file) return pictures.run('drawIcon', { size, text }, label)
    // If the picture takes too long, the default icon is drawn, as for a damaged picture.
    return pictures.run('drawIcon', { size, text, file }, label).catch(() => pictures.run('drawIcon', { size }, label))
  })
}
