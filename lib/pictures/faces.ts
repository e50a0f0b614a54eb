import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { decompress } from 'wawoff2'
import { IMAGE_FONTS } from '../branding/fonts'
import { getEnv, nameFontList } from '../env'
import { writeWhole } from '../snapshot/write-whole'
import { drawable, type Family, familyOf } from './families'

/** The families by name, the first that has a letter draws it. */
export const FAMILY_NAMES = IMAGE_FONTS.map(({ name }) => name).join(', ')

/** No typeface of the machine is among them, so that a text looks the same wherever it is drawn. */
const FONT_LIST =
  '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><cachedir prefix="cwd">.</cachedir></fontconfig>\n'

const folder = () => path.join(getEnv().stateDir, 'faces')
const packageFile = (...names: string[]) => path.resolve('node_modules', ...names)

let families: Promise<Family[]> | undefined
const loaded = new Map<string, Promise<void>>()

/**
 * What can be drawn of a text with the typefaces that come with the site; those that it needs are there when this returns. A letter
 * that none of them has is left out.
 */
export async function readyToDraw(text: string): Promise<string> {
  families ??= readFamilies().catch((error: unknown) => {
    families = undefined
    throw error
  })
  const { text: drawn, files } = drawable(text, await families)
  for (const file of files) {
    const loading = loaded.get(file) ?? load(file)
    loaded.set(file, loading)
    loading.catch(() => loaded.delete(file))
    await loading
  }
  return drawn
}

async function readFamilies(): Promise<Family[]> {
  const list = path.join(folder(), 'fonts.conf')
  await writeWhole(list, FONT_LIST, { flush: 'file' })
  nameFontList(list)
  return Promise.all(
    IMAGE_FONTS.map(async ({ name, package: from, file }) => {
      const ranges = JSON.parse(await readFile(packageFile(from, 'unicode.json'), 'utf8')) as Record<string, string>
      return familyOf(name, ranges, (slice) => packageFile(from, 'files', file(slice)))
    }),
  )
}

/** The libraries that draw know no compressed typefaces, so they get an unpacked one, and are told of it. */
async function load(packed: string): Promise<void> {
  const file = path.join(folder(), `${path.basename(packed, '.woff2')}.ttf`)
  await writeWhole(file, await decompress(await readFile(packed)), { flush: 'file' })
  await sharp({ text: { text: 'a', fontfile: file } })
    .png()
    .toBuffer()
}
