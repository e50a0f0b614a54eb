import { editsIn } from './plan.mjs'

export const SNAPSHOT_EDITS = editsIn({
  'lib/snapshot/contents.ts': [
    [
      'return text !== undefined && name.endsWith(`${hashOf(text)}.json.gz`)',
      'return text !== undefined',
      'content that is not what its name says is used',
    ],
    [
      "createHash('sha256').update(bytes).digest('hex') === name.slice('files/'.length)",
      'true',
      'a broken file is used',
    ],
    ["(hash === '' ? [] :", "(hash === 'none' ? [] :", 'pages without content are copied'],
  ],
  'lib/snapshot/copy.ts': [
    ['if (whole.length < batch.length) {', 'if (false) {', 'a snapshot with a piece missing counts as copied'],
    ['if (broken.length > 0) throw', 'if (broken.length > 1) throw', 'one broken piece is not noticed'],
  ],
  'lib/snapshot/files-store.ts': [
    ['> SWEEP_AFTER) await rm', '> 0) await rm', 'content that is about to be named is removed'],
    ['if (value === undefined) throw cannotRead(file)', '', 'a broken history is replaced by an empty one'],
    [
      '=== undefined) {\n      await this.#write(name',
      '!== undefined) {\n      await this.#write(name',
      'new pages are not written',
    ],
  ],
  'lib/snapshot/intake.ts': [
    ['last?.stamp === file.stamp ? last', 'last !== undefined ? last', 'a changed file is not read again'],
    ['pages: last?.pages ?? []', 'pages: []', 'the last good copy of a broken file is dropped'],
    ['if (source.ownLayout && !named) continue', '', 'a page of the snapshot is taken from the file of another'],
    ['(a[at] ?? 0) > (b[at] ?? 0)', '(a[at] ?? 0) < (b[at] ?? 0)', 'the worse of two copies is published'],
    ['|| !record.block.alive) continue', ') continue', 'deleted rows are listed'],
  ],
  'lib/snapshot/one-at-a-time.ts': [
    ['next ??= running.then(begin, begin)', 'next ??= running', 'a change during a run is not seen'],
  ],
  'lib/snapshot/source.ts': [
    ["!relative.startsWith('..') &&", '', 'a manifest can name files outside of the folder'],
    ["entry.name.startsWith('.') ||", '', 'hidden files are published'],
    ['value.format !== SOURCE_FORMAT', 'value.format === undefined', 'a manifest of another format is read'],
    ['/^[0-9a-f]{64}$/.test(entry.hash)', 'entry.hash.length > 0', 'any text passes for a hash'],
  ],
  'lib/snapshot/store.ts': [['&& value.format === STORE_FORMAT', '', 'a manifest of another version is used']],
  'lib/snapshot/redis-store.ts': [
    [
      "') ~= ARGV[1] then return 0 end\nlocal time",
      "') ~= ARGV[1] then redis.call('PING') end\nlocal time",
      'a process without the role of the writer replaces the snapshot',
    ],
    ['for _, id in ipairs(cjson.decode(ARGV[3]))', 'for _, id in ipairs({})', 'readers are not told of withdrawals'],
    ["if previous then redis.call('HSET', KEYS[3], 'previous', previous) end", '', 'only the last generation is kept'],
    ['`(${since}`', 'String(since)', 'a reader hides what its own generation withdrew'],
    ['every((name) => NAME.test(name))', 'every(() => true)', 'a manifest in Redis can name any file'],
    ['if (generation === 0) throw', 'if (generation === -1) throw', 'a refused write is not noticed'],
    [
      "tonumber(redis.call('GET', KEYS[2]) or '0') + 1)",
      "tonumber(redis.call('GET', KEYS[2]) or '0'))",
      'a later state is not newer',
    ],
  ],
  'lib/snapshot/visibility.ts': [
    ["now !== 'public' && now !== before[id]", 'now === undefined', 'a page that is closed to some is not withdrawn'],
    ['[...access.organizations].sort()', '[...access.organizations]', 'the form of a visibility changes'],
  ],
  'lib/snapshot/sync-report.ts': [
    ['report.changed.slice(0, LONGEST_LIST)', 'report.changed', 'a report grows with the workspace'],
    ['Array.isArray(value.failedFiles)', 'true', 'a broken report is shown'],
  ],
  'lib/snapshot/sync-requests.ts': [
    ['if (request.all === true) wanted.all = true', '', 'a request for everything is dropped'],
    ['await rm(file, { force: true })', '', 'a request is done again and again'],
  ],
  'lib/snapshot/write-whole.ts': [
    ['await rm(temporary, { force: true }).catch(() => {})', '', 'half a file is left behind'],
    ['    throw error', '', 'a full disk is not noticed'],
  ],
})
