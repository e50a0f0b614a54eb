import { isBlockType } from '../block-traits'
import { toUuid } from '../ids'
import type { Id } from '../record-map'
import { type Fields, isObject } from '../values'

/**
 * Types whose blocks are shown like those of another type: embeds that have the name of their service, template buttons, whose content is
 * what they insert, the results of AI, and notes of meetings.
 */
const SHOWN_AS: Readonly<Record<string, string>> = {
  abstract: 'embed',
  deepnote: 'embed',
  framer: 'embed',
  invision: 'embed',
  loom: 'embed',
  miro: 'embed',
  sketch: 'embed',
  whimsical: 'embed',
  factory: 'button',
  template: 'button',
  ai_block: 'text',
  meeting_notes: 'toggle',
  transcription: 'toggle',
}

/** More are not shown, so that the cost is limited of finding out which blocks are. */
const MAX_SECTIONS = 100

const MEETINGS: ReadonlySet<string> = new Set(['meeting_notes', 'transcription'])

/** Returns the type by which a block is shown. */
export const getShownType = (type: string): string =>
  Object.hasOwn(SHOWN_AS, type) && !isBlockType(type) ? (SHOWN_AS[type] ?? type) : type

/**
 * Returns the blocks that the notes of a meeting are limited to: the summary and the notes, or everything but the transcript. Without a
 * field that names one of them, none is shown, because any could be the transcript. Returns undefined for other blocks, and for those without
 * content.
 */
export function findSections({ type, format, content, children }: Fields): Id[] | undefined {
  if (typeof type !== 'string' || !MEETINGS.has(type) || !Array.isArray(content) || content.length === 0)
    return undefined
  const own = isObject(format) ? format : {}
  const pointers = { ...own, ...readFields(own.children), ...readFields(children) }
  const named = Object.entries(pointers).flatMap(([key, value]) => {
    const [, section] = /^(summary|notes|transcript)(?:_block)?(?:_id|_pointer)?$/.exec(key) ?? []
    const id = toUuid(isObject(value) ? value.id : value)
    return section === undefined || id === undefined ? [] : [{ section, id }]
  })
  const transcripts = new Set(named.filter(({ section }) => section === 'transcript').map(({ id }) => id))
  const shown = named.filter(({ section }) => section !== 'transcript').map(({ id }) => id)
  const all = transcripts.size > 0 ? content.flatMap((id) => toUuid(id) ?? []) : []
  return (shown.length > 0 ? shown : all).filter((id) => !transcripts.has(id)).slice(0, MAX_SECTIONS)
}

const readFields = (value: unknown): Fields => (isObject(value) ? value : {})
