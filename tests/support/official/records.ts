import type { HostedRecord } from '../hosted/data'

export type Fields = Record<string, unknown>
export type Piece = [text: string, formats: [kind: string, value?: unknown][]]

export function readFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function readList<Item = unknown>(value: unknown): Item[] {
  return Array.isArray(value) ? (value as Item[]) : []
}

export const getFormat = (record: HostedRecord): Fields => readFields(record.format)

/** Returns a property of a block as pieces of formatted text. */
export function getText(record: HostedRecord, property: string): Piece[] {
  return readPieces(readFields(record.properties)[property])
}

export function readPieces(value: unknown): Piece[] {
  return readList<unknown[]>(value).flatMap((piece): Piece[] => {
    const [text, formats] = readList(piece)
    return typeof text === 'string' ? [[text, readList(formats)]] : []
  })
}

export const toPlain = (pieces: readonly Piece[]): string => pieces.map(([text]) => text).join('')

export function readString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The API writes ids of properties percent-encoded. */
export const encodeProperty = (key: string): string => encodeURIComponent(key)

/** Formats a time of a page, block or data source, which the API rounds down to the minute. */
export function toMinute(ms: unknown): string {
  return new Date(Math.floor(Number(ms ?? 0) / 60_000) * 60_000).toISOString()
}

/** Formats a time of a database or view, which has milliseconds and an offset. */
export function toMoment(ms: unknown): string {
  return new Date(Number(ms ?? 0)).toISOString().replace('Z', '+00:00')
}

/** Returns the address of a page or database in Notion's app. */
export function toPageUrl(id: string, title = ''): string {
  const name = title
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return `https://www.notion.so/${name === '' ? '' : `${name}-`}${id.replaceAll('-', '')}`
}
