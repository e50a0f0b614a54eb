import { listEdits } from './plan.mjs'

export const SNAPSHOT_EDITS = listEdits({
  'lib/snapshot/contents.ts': [
    [
      'return text !== undefined && name.endsWith(`${hashText(text)}.json.gz`) ? text : undefined',
      'return text',
      'content that does not match the hash in its name is used',
    ],
    [
      'digest === sha256(JSON.stringify(manifest)) ? manifest : undefined',
      'manifest',
      'a manifest with a changed letter is used',
    ],
    [
      'maxOutputLength = MAX_TEXT_BYTES',
      'maxOutputLength?: number',
      'compressed content of a snapshot can expand without a limit',
    ],
  ],
  'lib/snapshot/files-store.ts': [
    ["isValid(value) ? value : 'damaged'", 'value as Value', 'a broken history is used'],
    ["|| code === 'ELOOP'", '', 'a damaged history makes all preparations fail'],
  ],
  'lib/snapshot/owned-folder.ts': [
    [
      'await rename(path.join(owners, other), aside).catch(() => {})',
      '',
      'a superseded preparation publishes pages that were withdrawn meanwhile',
    ],
    [
      'for (const folder of folders) await flushFolder(folder)',
      '',
      'a power cut loses contents that the index refers to',
    ],
    [
      'for (const folder of folders) this.#unflushed.add(folder)',
      '',
      'after a disk error, a power cut loses contents that the index refers to',
    ],
    ['if (!(await this.#isOwner())) return', '', 'a superseded preparation removes contents that are in use'],
  ],
  'lib/snapshot/visibility.ts': [
    [
      'for (const each of below.get(id) ?? []) withdrawn.add(each)',
      '',
      'pages below a withdrawn page stay while a first sync runs',
    ],
  ],
  'lib/snapshot/copy.ts': [['damaged.length > 0', 'false', 'damaged derived values are copied']],
  'lib/snapshot/regular-file.ts': [
    ['FLAGS | constants.O_NOFOLLOW', 'FLAGS', 'a symbolic link can point out of the folder'],
  ],
  'lib/snapshot/verified-file.ts': [['if (isWhole) return', 'if (true) return', 'a damaged file is served']],
  'lib/snapshot/write-file-atomically.ts': [["{ flush: flush !== 'nothing' }", '{}', 'a power cut leaves empty files']],
  'lib/snapshot/redis-scripts.ts': [["redis.call('UNLINK', key)", '', 'a key of another type stops the publishing']],
  'lib/snapshot/redis-store.ts': [
    ["String(types[at]) !== 'string'", 'types[at] === null', 'a content of another type is not published again'],
  ],
  'lib/snapshot/intake.ts': [
    [
      'markMissing(before.get(getPartKey(file, source)), missing)',
      'before.get(getPartKey(file, source))',
      'a page whose copy was lost stays lost',
    ],
    ['removeDerivedFromPasswords(known.values())', '', 'formulas show passwords'],
    [
      'isSealed ? part : { ...part, stamp: UNREAD }',
      'part',
      'passwords that were sealed with another secret do not open pages',
    ],
    [
      '    [...pages.values()].map(({ block }) => block),',
      '[],',
      'a row in another file than its collection is not locked',
    ],
    ['last?.stamp === file.stamp ? last', 'last !== undefined ? last', 'a changed file is not read again'],
    ['pages: last?.pages ?? []', 'pages: []', 'the last good copy of a broken file is dropped'],
    ['(a[at] ?? 0) > (b[at] ?? 0)', '(a[at] ?? 0) < (b[at] ?? 0)', 'the worse of two copies is published'],
    ['parts.push(...findUnfetchedParts(source, before))', '', 'a first sync replaces a whole site by a few pages'],
    ['read.isRetryable ? UNREAD : file.stamp', 'file.stamp', 'a file that could not be read once is never read again'],
    ['|| !record.block.alive) continue', ') continue', 'deleted rows are listed'],
  ],
  'lib/snapshot/one-at-a-time.ts': [
    ['next ??= running.then(begin, begin)', 'next ??= running', 'a change during a run is missed'],
  ],
  'lib/snapshot/read-source-file.ts': [
    ['hash === undefined || hash === hashPage(text)', 'true', 'a page file that was altered is published'],
  ],
  'lib/snapshot/source.ts': [
    ["!relative.startsWith('..') &&", '', 'a manifest can name files outside of the folder'],
    ['found === hash ? file', 'true ? file', 'a link in place of a file makes the site remove another file'],
    ["entry.name.startsWith('.') ||", '', 'hidden files are published'],
    [
      'if ((await stat(path.join(dir, SYNC_OWNERS)).catch(() => undefined)) !== undefined) {',
      'if (false) {',
      'pages are published before their root is known',
    ],
  ],
  'lib/snapshot/store.ts': [['&& value.format === STORE_FORMAT', '', 'a manifest of another version is used']],
})
