/** What cleaning can change, in one word each. */
export type ChangeKind =
  /** Left out: not a record, no usable id, or an id that an earlier record has. */
  | 'not-a-record'
  | 'bad-id'
  | 'duplicate-id'
  /** Left out: a template, or a view or collection in the bin. */
  | 'template'
  | 'deleted'
  /** A field of the wrong type: left out, or set to what its absence means. */
  | 'wrong-type'
  | 'out-of-range'
  | 'unknown-color'
  | 'unsafe-key'
  /** An address that must not be followed: the text stays. */
  | 'unsafe-address'
  /** Text: a piece that is no text, a format that says nothing, characters that must not be there. */
  | 'bad-piece'
  | 'bad-format'
  | 'bad-characters'
  /** Cut at a bound. */
  | 'too-long'
  | 'too-many'
  | 'too-deep'
  /** A block in the content of several blocks, or of itself: it stays in one place. */
  | 'listed-again'
  /** A parent that is none, or a circle of parents. */
  | 'parent-repaired'
  | 'parent-cut'
  /** Content below the deepest level, moved up to it. */
  | 'lifted'
  /** A synced block that shows itself, something that is no container, or too much. */
  | 'sync-cycle'
  | 'sync-target'
  | 'sync-too-large'

/** One thing that cleaning changed. `where` is `table/id` or `table/id/field`. */
export interface Change {
  where: string
  what: ChangeKind
}

/** Notes a change of the record at hand, or of one of its fields. */
export type Note = (what: ChangeKind, field?: string) => void

/** Notes that go to `changes`, for one record. */
export function noteOn(changes: Change[], record: string): Note {
  return (what, field) => {
    changes.push({ where: field === undefined ? record : `${record}/${field}`, what })
  }
}
