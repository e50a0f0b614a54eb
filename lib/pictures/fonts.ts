import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { decompress } from 'wawoff2'
import { IMAGE_FONTS } from '../branding/fonts'
import { getEnv, setFontconfigFile } from '../env'
import { writeFileAtomically } from '../snapshot/write-file-atomically'
import { type Family, parseFamily, selectDrawable } from './families'

/** The names of the font families. The first family that has a character draws it. */
export const FAMILY_NAMES = IMAGE_FONTS.map(({ name }) => name).join(', ')

/** A fontconfig file without system fonts, so that text looks the same on every machine. */
const FONT_LIST =
  '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><cachedir prefix="cwd">.</cachedir></fontconfig>\n'

const getFolder = () => path.join(getEnv().stateDir, 'faces')
const getPackageFile = (...names: string[]) => path.resolve('node_modules', ...names)

let families: Promise<Family[]> | undefined
const loaded = new Map<string, Promise<void>>()

/**
 * Loads the fonts that a text needs, and returns the text without the characters that no font of the site has.
 */
export async function loadFonts(text: string): Promise<string> {
  families ??= readFamilies().catch((error: unknown) => {
    families = undefined
    throw error
  })
  const { text: drawn, files } = selectDrawable(text, await families)
  for (const file of files) {
    const loading = loaded.get(file) ?? load(file)
    loaded.set(file, loading)
    loading.catch(() => loaded.delete(file))
    await loading
  }
  return drawn
}

async function readFamilies(): Promise<Family[]> {
  const list = path.join(getFolder(), 'fonts.conf')
  await writeFileAtomically(list, FONT_LIST, { flush: 'file' })
  setFontconfigFile(list)
  return Promise.all(
    IMAGE_FONTS.map(async ({ name, package: from, file }) => {
      const ranges = JSON.parse(await readFile(getPackageFile(from, 'unicode.json'), 'utf8')) as Record<string, string>
      return parseFamily(name, ranges, (subset) => getPackageFile(from, 'files', file(subset)))
    }),
  )
}

/** Decompresses a font and registers it: the libraries that draw text cannot read WOFF2. */
async function load(packed: string): Promise<void> {
  const file = path.join(getFolder(), `${path.basename(packed, '.woff2')}.ttf`)
  await writeFileAtomically(file, await decompress(await readFile(packed)), { flush: 'file' })
  await sharp({ text: { text: 'a', fontfile: file } })
    .png()
    .toBuffer()
}
