import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)

export interface ZipEntry {
  /** ASCII. */
  name: string
  content: Buffer
  /** True for content that is compressed already, or that must not be. */
  isStored?: boolean
}

/** 1980-01-01, the first date that the format has, so that the same entries are always the same bytes. */
const DATE = 0x0021
const VERSION = 20

/** Returns a ZIP archive of these entries, in their order. It has neither encryption nor ZIP64, so that it must be smaller than 4 GB. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isStored } of entries) {
    const data = isStored ? content : await compress(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(isStored ? 0 : 8, 4)
    facts.writeUInt16LE(DATE, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name, 'latin1'), data])
    files.push(file)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const madeBy = Buffer.from([VERSION, 0])
    directory.push(Buffer.from('PK\x01\x02'), madeBy, facts, place, Buffer.from(name, 'latin1'))
    offset += file.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}
