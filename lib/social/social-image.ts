import 'server-only'
import { createHash } from 'node:crypto'
import { removeBasePath } from '../base-path'
import { listInstalledFonts } from '../branding/image-fonts'
import { createFileAddress } from '../page/create-view-context'
import { getIconAddress } from '../page/icons'
import { PictureCache } from '../page/picture-cache'
import { getPictureProcess } from '../pictures/picture-process'
import type { SocialImageFacts } from '../pictures/social-image'
import { SOCIAL_IMAGE_FORMAT } from '../pictures/social-image-format'
import { getEnv } from '../settings/env'
import { PUBLIC } from '../site/access'
import { getStore } from '../site/get-site'
import type { Site } from '../site/site'
import type { SitePage } from '../site/site-index'
import { getSiteBranding } from '../site/site-settings'
import { findTitleFont } from '../site-folder/fonts'
import { listFolders } from '../site-folder/read-site-folder'
import { getPalette, getSiteFolder } from '../site-folder/site-folder'

/** The maximum number of images that wait to be drawn. Crawlers request few at a time. */
const MAX_WAITING = 30

/** Installing a font redraws the images. */
const fonts = listInstalledFonts()

const images = new PictureCache('social', 200_000_000, MAX_WAITING)

/**
 * Returns the file of the social image of a public page, or of the generated home page (`page` undefined). It is drawn once for each
 * state of the page in the index. Returns undefined if it cannot be drawn, or if too many others wait.
 */
export async function getSocialImage(site: Site, page: SitePage | undefined): Promise<string | undefined> {
  const facts = await getSocialImageFacts(site, page)
  const digest = createHash('sha256')
    .update(JSON.stringify([SOCIAL_IMAGE_FORMAT, fonts, facts]))
    .digest('hex')
  return images.file(`${digest.slice(0, 32)}.jpg`, () => draw(facts, `the social image of /${page?.path ?? ''}`))
}

/** Draws a social image. If its pictures or its font take too long, draws it without them, as for damaged ones. */
async function draw(facts: SocialImageFacts, label: string): Promise<Uint8Array> {
  const pictures = getPictureProcess()
  const drawn = pictures.run('drawSocialImage', facts, label)
  const { icon, cover, font, ...rest } = facts
  const text = icon && 'text' in icon ? { icon } : {}
  const hasFiles = font !== undefined || cover !== undefined || (icon !== undefined && 'file' in icon)
  return hasFiles ? drawn.catch(() => pictures.run('drawSocialImage', { ...rest, ...text }, label)) : drawn
}

async function getSocialImageFacts(site: Site, page: SitePage | undefined): Promise<SocialImageFacts> {
  const palette = getPalette()
  const { accent = palette.accent.light, font: chosenFont } = getSiteBranding(site)
  // What the operator or an editor chose is a font of the device, which takes the place of that of a theme.
  const font = chosenFont === undefined ? getTitleFont() : undefined
  const siteName = site.name(PUBLIC) ?? ''
  const { title = siteName, icon, cover, direction = 'ltr' } = page ?? {}
  const findPicture = await createPictureFinder(site)
  const file = page && cover ? await findPicture(cover, page) : undefined
  const image = page && icon ? await findPicture(icon, page) : undefined
  return {
    title,
    siteName,
    direction,
    accent,
    paper: palette.paper.light,
    ink: palette.ink.light,
    muted: palette.muted.light,
    ...(font && { font }),
    ...(image ? { icon: { file: image } } : icon && !/[/:]/.test(icon) ? { icon: { text: icon } } : {}),
    ...(file && { cover: { file } }),
  }
}

function getTitleFont() {
  const { css, theme } = getSiteFolder()
  return css === '' ? undefined : findTitleFont(css, listFolders(getEnv(), theme))
}

/** Creates a function that finds the local file of a public picture. It never fetches pictures from other hosts. */
export async function createPictureFinder(
  site: Site,
): Promise<(source: string, page: SitePage) => Promise<string | undefined>> {
  const store = getStore()
  const fileAddress = createFileAddress(site, PUBLIC, (await store.manifest())?.files ?? {})
  return async (source, page) => {
    const address = removeBasePath(getIconAddress(source, page.id, fileAddress) ?? '')
    const [, hash] = /^\/files\/([0-9a-f]+)\//.exec(address ?? '') ?? []
    const entry = hash === undefined ? undefined : await store.file(hash)
    const opened = entry?.type.startsWith('image/') ? await store.openFile(entry) : undefined
    await opened?.handle.close()
    return opened && entry?.path
  }
}

/** Increase this when the drawing of icons changes. */
const ICON_FORMAT = 2

const icons = new PictureCache('icons', 20_000_000)

/** Returns the file of the site's icon as a square of `size` pixels: the root page's icon, or else the default icon. */
export async function getSiteIcon(site: Site, size: number): Promise<string | undefined> {
  const root = site.index.root === null ? undefined : site.page(site.index.root, PUBLIC)
  const file = root?.icon && (await (await createPictureFinder(site))(root.icon, root))
  const text = root?.icon && !/[/:]/.test(root.icon) ? root.icon : undefined
  const digest = createHash('sha256')
    .update(JSON.stringify([ICON_FORMAT, size, file, text]))
    .digest('hex')
  const pictures = getPictureProcess()
  const label = `the icon of the site, ${size} pixels wide`
  return icons.file(`${digest.slice(0, 32)}.png`, async () => {
    if (!file) return pictures.run('drawIcon', { size, text }, label)
    // If the picture takes too long, the default icon is drawn, as for a damaged picture.
    return pictures.run('drawIcon', { size, text, file }, label).catch(() => pictures.run('drawIcon', { size }, label))
  })
}
