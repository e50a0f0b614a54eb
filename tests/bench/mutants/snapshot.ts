import { editsIn } from './plan.mjs'

export const SNAPSHOT_EDITS = editsIn({
  'lib/snapshot/contents.ts': [
    [
      'return text !== undefined && name.endsWith(`${hashOf(text)}.json.gz`)',
      'return text !== undefined',
      'content that is not what its name says is used',
    ],
    ['maxOutputLength = LARGEST_TEXT_BYTES', 'maxOutputLength?: number', 'a few bytes of a snapshot fill the memory'],
  ],
  'lib/snapshot/files-store.ts': [
    ['if (value === undefined) throw cannotRead(file)', '', 'a broken history is replaced by an empty one'],
  ],
  'lib/snapshot/intake.ts': [
    ['removeDerivedFromPasswords(known.values())', '', 'formulas show passwords'],
    [
      '    [...pages.values()].map(({ block }) => block),',
      '[],',
      'a row in another file than its collection is not locked',
    ],
    ['last?.stamp === file.stamp ? last', 'last !== undefined ? last', 'a changed file is not read again'],
    ['pages: last?.pages ?? []', 'pages: []', 'the last good copy of a broken file is dropped'],
    ['(a[at] ?? 0) > (b[at] ?? 0)', '(a[at] ?? 0) < (b[at] ?? 0)', 'the worse of two copies is published'],
    ['parts.push(...partsBeyond(source, before))', '', 'a first sync replaces a whole site by a few pages'],
    ['file.hash !== undefined && file.hash !==', 'false && file.hash !==', 'a page file that was altered is published'],
    ['|| !record.block.alive) continue', ') continue', 'deleted rows are listed'],
  ],
  'lib/snapshot/one-at-a-time.ts': [
    ['next ??= running.then(begin, begin)', 'next ??= running', 'a change during a run is not seen'],
  ],
  'lib/snapshot/source.ts': [
    ["!relative.startsWith('..') &&", '', 'a manifest can name files outside of the folder'],
    ["entry.name.startsWith('.') ||", '', 'hidden files are published'],
  ],
  'lib/snapshot/store.ts': [['&& value.format === STORE_FORMAT', '', 'a manifest of another version is used']],
})
