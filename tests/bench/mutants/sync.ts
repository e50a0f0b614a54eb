import { editsIn } from './plan.mjs'

export const SYNC_EDITS = editsIn({
  'lib/sync/tables.ts': [
    ["if (at.role === 'none') return undefined", '', 'a record that is not shared counts as shared'],
    ['getRecord(entry) !== undefined || !to[name].has(id)', 'true', 'an empty record replaces a page'],
  ],
  'lib/sync/private-api/check-pages.ts': [
    ['else if (block.alive === false) checked.gone.add(id)', '', 'a deleted page stays'],
  ],
  'lib/sync/caller.ts': [
    [
      "if (status === 429 || status === 529) return new CallError('busy'",
      "if (status === 430) return new CallError('busy'",
      'a busy workspace is not left alone',
    ],
    ["The call timed out', 'TimeoutError')", "The call timed out')", 'a timeout is reported as a lost connection'],
  ],
  'lib/sync/crawl.ts': [
    ['space === undefined || own === undefined || space === own', 'true', 'pages of other workspaces are copied'],
    ['|| this.#failedLately(id)) continue', ') continue', 'ten pages that cannot be fetched end every run'],
  ],
  'lib/sync/files/download.ts': [
    ["!== 'unicast'", "=== 'loopback'", 'files of the private network are loaded'],
    ['parsed.match(GLOBAL_IPV6)', 'true', 'an IPv4 address within an IPv6 address is loaded'],
    ['isSigned && url.origin === this.trusted', 'url.origin === this.trusted', 'editors call the API of the workspace'],
    ['received.bytes - before < MIN_BYTES_IN_WINDOW', 'false', 'a slow server stops the sync'],
    ['if (!isTrusted) refusePrivate(url)', '', 'a private address that is written out is loaded'],
    ['const isTooLarge = received.bytes > mostBytes', 'const isTooLarge = false', 'a file of any size is loaded'],
    ['redirects <= MAX_REDIRECTS', 'redirects <= MAX_REDIRECTS * 100', 'redirects are followed without end'],
    ["url.username !== '' || url.password !== ''", 'false', 'a password in an address is sent'],
  ],
  'lib/sync/files/files.ts': [
    ['if (file.isPicture && !isShownPicture(kind)) {', 'if (false) {', 'a drawing with scripts is kept as it is'],
  ],
  'lib/sync/files/served-name.ts': [
    ['(?<![. -])', '', 'the name of a file with many points takes the square of its length'],
  ],
  'lib/sync/private-api/hosted-workspace.ts': [["redirect: 'error',", '', 'the token follows a redirect']],
  'lib/sync/official-api/check-pages.ts': [
    ['|| isUnsettled(stamp, edited, now)', '', 'an edit within the minute of the last fetch is lost'],
    ['if (isWhole) for (const id of findMissed', 'if (false) for (const id of findMissed', 'a deleted row stays'],
    ['missed.slice(start, start + MAX_MISSED)', 'missed.slice(0, MAX_MISSED)', 'a deleted page stays'],
    ['sources?.[id] !== stamp', 'false', 'a page shows a former schema'],
  ],
  'lib/sync/official-api/client.ts': [
    ["      redirect: 'error',", '', 'the token of a connection follows a redirect'],
    ['named === BLOCKED) return', 'false) return', 'a connection that is blocked calls again'],
  ],
  'lib/sync/official-api/conversion.ts': [
    ['if (!/[?&]X-Amz-/i.test(url.search)) return address', 'return address', 'an address that expires is stored'],
  ],
  'lib/sync/official-api/fetch-page.ts': [
    ['noteLosses(head, conversion)', '', 'editors are not told what the official API does not return'],
  ],
  'lib/sync/official-api/kept-columns.ts': [
    [': !(await isShared(source))', ': false', 'a column on which access depends vanishes'],
  ],
  'lib/sync/official-api/properties.ts': [
    ['return property.has_more === true', 'return false', 'a relation ends after 25 references'],
  ],
  'lib/sync/official-api/source.ts': [
    ['if (attempts.times < ENOUGH_MISSES) continue', '', 'a page that is not found once is removed'],
    ['return !isComplete || rows.includes(id)', 'return rows.includes(id)', 'a list that is cut short removes rows'],
  ],
  'lib/sync/official-api/view-updates.ts': [
    ['left < cost && left < MAX_REQUESTS', 'left < 0', 'a refresh queries the views of many databases at once'],
    [
      'if (stale.size > known.stale.length)',
      'if (stale.size < known.stale.length)',
      'results of views stay after an edit',
    ],
  ],
  'lib/sync/official-api/schema.ts': [
    ['version: readTime(source.last_edited_time),', '', 'a former schema makes rows public'],
  ],
  'lib/sync/publisher.ts': [
    [
      'await this.#tools.state.flush()',
      '',
      'a power cut drops pages from the snapshot',
      'Only a power cut between two writes shows it: npm run bench -- faults.',
    ],
  ],
  'lib/sync/lock.ts': [['if (await isHeld(file, holder)) {', 'if (false) {', 'two syncs write into one folder']],
  'lib/sync/pace.ts': [
    [
      'if (left > 0 && left <= MAX_PAUSE_MS) this.#delayNextCall(left)',
      '',
      'a sync calls at once after one that was told to wait',
    ],
    ['this.#delayNextCall(this.#spacing)', '', 'a sync calls more often than it may'],
  ],
  'lib/sync/page-file.ts': [
    ["['permissions', 'crdt_data',", "['crdt_data',", 'who may edit a page is stored'],
    [
      'if (!PAGE_TYPES.has(String(record.type))) return omitUnreadFields(record)',
      'return omitUnreadFields(record)',
      'a page file holds the properties of its child pages',
    ],
  ],
  'lib/sync/reach.ts': [
    ['lost.size * 2 > known', 'lost.size > known', 'a sync that loses most pages goes through'],
    ['gone.has(root)) && !acceptLoss', 'false) && !acceptLoss', 'a sync that loses the root goes through'],
  ],
  'lib/sync/state.ts': [
    ['whole.root !== this.root', 'false', 'the memory of another root is used'],
    [
      'await folder.replaceOwn(JOURNAL, journal)',
      "appendFileSync(state.#journalFile, '')",
      'what a stopped sync noted reaches a later one',
    ],
  ],
  'lib/sync/snapshot-folder.ts': [
    ['await this.#folder.takeOwnership()', '', 'a sync that was stopped publishes what was withdrawn meanwhile'],
    ['[manifest, next].flatMap', '[next].flatMap', 'a sync that lost its state removes published pages'],
    ['unlistedBefore.has(file) && !listed.has(file)', '!listed.has(file)', 'a page is removed while it is read'],
    ['this.#folder.replace(path.join', 'this.#folder.publish(path.join', 'a manifest is on the disk before its pages'],
    ['if (isListed && !this.#hasNewContents) return false', 'if (isListed) return false', 'a repair is not noticed'],
  ],
  'lib/sync/sync.ts': [
    [
      'const acceptLoss = this.#options.acceptLoss === true',
      'const acceptLoss = true',
      'a sync that loses everything goes through',
    ],
    [
      '    await this.#noteChangedRows()\n    await files.flush',
      '    await files.flush',
      'views keep their order after a row was requested',
    ],
    ['if (!before.has(root)) crawl.add', 'if (before.size === 0) crawl.add', 'a lost root page is never fetched'],
    ['await queueFiles(this.#tools)', '', 'a file that failed once is never loaded'],
    [
      'if (running !== undefined) return running.report\n',
      '',
      'a refresh of some pages changes how the refresh that it began in ended',
    ],
  ],
  'lib/sync/repairs.ts': [
    ["if (hash === '') crawl.add(id)", '', 'a damaged page file stays damaged'],
    ['if (hash === known.hash) state.set', 'if (true) state.set', 'a damaged file counts as good'],
    ['.some(({ times }) => times < ENOUGH_ATTEMPTS)', '.some(() => false)', 'half a first sync counts as whole'],
  ],
})
