/** Platform, encoding and language: entries for Windows, in Unicode and English, which all systems read. */
const PLATFORM = [3, 1, 0x409]
/** Ids of names: family, style, full name and PostScript name. */
const FAMILY = 1
const STYLE = 2
const FULL_NAME = 4
const POSTSCRIPT_NAME = 6

/**
 * Returns a font with a different name, which the license requires for changed fonts. Throws if its OpenType table
 * `name` is missing or too short.
 */
export function renameFont(font: Buffer, family: string): Buffer {
  const copy = Buffer.from(font)
  const count = copy.readUInt16BE(4)
  const entries = Array.from({ length: count }, (_, at) => 12 + 16 * at)
  const entry = entries.find((at) => copy.toString('latin1', at, at + 4) === 'name')
  if (entry === undefined) throw new Error('The font has no table `name`')
  const [offset, length] = [copy.readUInt32BE(entry + 8), copy.readUInt32BE(entry + 12)]
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
