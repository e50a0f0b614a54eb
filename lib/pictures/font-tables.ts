/** Platform, encoding and language: entries for Windows, in Unicode and English, which all systems read. */
const PLATFORM = [3, 1, 0x409]
/** Ids of names: family, style, full name and PostScript name. */
const FAMILY = 1
const STYLE = 2
const FULL_NAME = 4
const POSTSCRIPT_NAME = 6

/** Returns a table of an OpenType font; throws if it has none of that name. */
function getTable(font: Buffer, name: string): { offset: number; length: number; entry: number } {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
  const entry = entries.find((at) => font.toString('latin1', at, at + 4) === name)
  if (entry === undefined) throw new Error(`The font has no table \`${name}\``)
  return { offset: font.readUInt32BE(entry + 8), length: font.readUInt32BE(entry + 12), entry }
}

/**
 * Returns a font with a different name, which the license requires for changed fonts. Throws if its OpenType table
 * `name` is missing or too short.
 */
export function renameFont(font: Buffer, family: string): Buffer {
  const copy = Buffer.from(font)
  const { offset, length, entry } = getTable(copy, 'name')
  const table = createNameTable(family)
  if (table.length > length) throw new Error(`The name ${family} is longer than those in the font`)
  copy.fill(0, offset, offset + length)
  table.copy(copy, offset)
  copy.writeUInt32BE(table.length, entry + 12)
  return copy
}

function createNameTable(family: string): Buffer {
  const names = new Map([
    [FAMILY, family],
    [STYLE, 'Regular'],
    [FULL_NAME, family],
    [POSTSCRIPT_NAME, family.replaceAll(' ', '')],
  ])
  const texts = [...names.values()].map((name) => Buffer.from(name, 'utf16le').swap16())
  const head = Buffer.alloc(6 + 12 * names.size)
  head.writeUInt16BE(names.size, 2)
  head.writeUInt16BE(head.length, 4)
  let from = 0
  for (const [at, id] of [...names.keys()].entries()) {
    const size = texts[at]?.length ?? 0
    for (const [field, value] of [...PLATFORM, id, size, from].entries())
      head.writeUInt16BE(value, 6 + 12 * at + 2 * field)
    from += size
  }
  return Buffer.concat([head, ...texts])
}

/** Formats of a character map: ranges of 16-bit codes, and ranges of all codes. Fonts for browsers have one of them. */
const SHORT = 4
const LONG = 12

/** Returns the characters that a font draws, from its OpenType table `cmap`. Throws if it has none. */
export function readCharacters(font: Buffer): Set<number> {
  const { offset } = getTable(font, 'cmap')
  const characters = new Set<number>()
  for (let at = 0; at < font.readUInt16BE(offset + 2); at++) {
    const map = font.subarray(offset + font.readUInt32BE(offset + 8 + 8 * at))
    const format = map.readUInt16BE(0)
    if (format === SHORT) addShortRanges(map, characters)
    else if (format === LONG) addLongRanges(map, characters)
  }
  return characters
}

function addShortRanges(map: Buffer, characters: Set<number>): void {
  const size = map.readUInt16BE(6)
  for (let at = 0; at < size; at += 2) {
    const last = map.readUInt16BE(14 + at)
    const first = map.readUInt16BE(16 + size + at)
    const delta = map.readUInt16BE(16 + 2 * size + at)
    const glyphs = 16 + 3 * size + at
    const distance = map.readUInt16BE(glyphs)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = distance === 0 ? code + delta : map.readUInt16BE(glyphs + distance + 2 * (code - first))
      if (glyph & 0xffff) characters.add(code)
    }
  }
}

function addLongRanges(map: Buffer, characters: Set<number>): void {
  for (let at = 0; at < map.readUInt32BE(12); at++) {
    const group = 16 + 12 * at
    for (let code = map.readUInt32BE(group); code <= map.readUInt32BE(group + 4); code++) characters.add(code)
  }
}
