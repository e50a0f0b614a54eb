import { crc32, inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP archive by name, in their order. Throws if a file is damaged, or differs in the two places that describe it. */
export function readZip(archive: Buffer): Map<string, { content: Buffer; isStored: boolean }> {
  const end = archive.lastIndexOf('PK\x05\x06')
  const files = new Map<string, { content: Buffer; isStored: boolean }>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const facts = archive.subarray(at + 6, at + 32)
    const offset = archive.readUInt32LE(at + 42)
    if (!archive.subarray(offset + 4, offset + 30).equals(facts)) throw new Error('The descriptions of a file differ')
    const nameLength = facts.readUInt16LE(22)
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength)
    const start = offset + 30 + nameLength
    const data = archive.subarray(start, start + facts.readUInt32LE(14))
    const isStored = facts.readUInt16LE(4) === 0
    const content = isStored ? data : inflateRawSync(data)
    if (crc32(content) !== facts.readUInt32LE(10)) throw new Error(`${name} is damaged`)
    files.set(name, { content, isStored })
    at += 46 + nameLength
  }
  return files
}
