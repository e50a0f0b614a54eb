/** The kinds of changes that cleaning makes. */
export type ChangeKind =
  /** A record was removed: it is not an object, has no valid id, or repeats the id of an earlier record. */
  | 'not-a-record'
  | 'bad-id'
  | 'duplicate-id'
  /** A record was removed: it is a template, or a view or collection in the trash. */
  | 'template'
  | 'deleted'
  /** A field had an invalid value: it was removed or set to its default. */
  | 'wrong-type'
  | 'out-of-range'
  | 'unknown-color'
  | 'unsafe-key'
  /** An unsafe address was removed; its text stays. */
  | 'unsafe-address'
  /** Rich text contained a piece that is not text, an invalid format, or forbidden characters. */
  | 'bad-piece'
  | 'bad-format'
  | 'bad-characters'
  /** A value was cut at a limit. */
  | 'too-long'
  | 'too-many'
  | 'too-deep'
  /** A block was listed in the content of several blocks or of itself: it stays in one place. */
  | 'listed-again'
  /** A parent was invalid or part of a cycle: it was replaced or removed. */
  | 'parent-repaired'
  | 'parent-cut'
  /** Content below the deepest level was moved up to that level. */
  | 'lifted'
  /** A synced block referred to itself, to a block that is not a container, or to too much content. */
  | 'sync-cycle'
  | 'sync-target'
  | 'sync-too-large'

/** A change made by cleaning. `where` is `table/id` or `table/id/field`. */
export interface Change {
  where: string
  what: ChangeKind
}

/** Records a change of the current record or of one of its fields. */
export type Note = (what: ChangeKind, field?: string) => void

/** Creates a function that appends the changes of one record to `changes`. */
export function createNote(changes: Change[], record: string): Note {
  return (what, field) => {
    changes.push({ where: field === undefined ? record : `${record}/${field}`, what })
  }
}
