/** English, in Unicode, on Windows: the one that every system reads. */
const PLATFORM = [3, 1, 0x409]
/** Numbers of the names of a family, a style, a whole face, and the same for printers. */
const FAMILY = 1
const STYLE = 2
const WHOLE = 4
const FOR_PRINTERS = 6

/** The same font under another name, as the licence of a changed one asks. Throws for one without a table of names, or with a shorter one. */
export function renamed(font: Buffer, family: string): Buffer {
  const copy = Buffer.from(font)
  const count = copy.readUInt16BE(4)
  const entries = Array.from({ length: count }, (_, at) => 12 + 16 * at)
  const entry = entries.find((at) => copy.toString('latin1', at, at + 4) === 'name')
  if (entry === undefined) throw new Error('The font has no table of names')
  const [offset, length] = [copy.readUInt32BE(entry + 8), copy.readUInt32BE(entry + 12)]
  const table = tableOf(family)
  if (table.length > length) throw new Error(`The name ${family} is longer than those in the font`)
  copy.fill(0, offset, offset + length)
  table.copy(copy, offset)
  copy.writeUInt32BE(table.length, entry + 12)
  return copy
}

function tableOf(family: string): Buffer {
  const names = new Map([
    [FAMILY, family],
    [STYLE, 'Regular'],
    [WHOLE, family],
    [FOR_PRINTERS, family.replaceAll(' ', '')],
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
