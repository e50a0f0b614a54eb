import { listEdits } from './plan.mjs'

export const SYNC_EDITS = listEdits({
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
      'calls to a busy workspace continue',
    ],
    ["The call timed out', 'TimeoutError')", "The call timed out')", 'a timeout is reported as a lost connection'],
  ],
  'lib/sync/crawl.ts': [
    ['space === undefined || own === undefined || space === own', 'true', 'pages of other workspaces are copied'],
    ['|| this.#failedLately(id)) continue', ') continue', 'ten pages that cannot be fetched make every sync fail'],
  ],
  'lib/sync/files/download.ts': [
    ["!== 'unicast'", "=== 'loopback'", 'files of the private network are loaded'],
    ['parsed.match(GLOBAL_IPV6)', 'true', 'an IPv4 address within an IPv6 address is loaded'],
    [
      'isSigned && url.origin === this.trusted',
      'url.origin === this.trusted',
      'editors can make the site call the API of the workspace',
    ],
    ['received.bytes - before < MIN_BYTES_IN_WINDOW', 'false', 'a slow server blocks the sync'],
    ['if (!isTrusted) refusePrivate(url)', '', 'a private IP address in a link is loaded'],
    ['const isTooLarge = received.bytes > maxBytes', 'const isTooLarge = false', 'a file of any size is loaded'],
    ['redirects <= MAX_REDIRECTS', 'redirects <= MAX_REDIRECTS * 100', 'redirects are followed without end'],
    ["url.username !== '' || url.password !== ''", 'false', 'a password in an address is sent'],
  ],
  'lib/sync/files/files.ts': [
    ['if (file.isPicture && !isShownPicture(kind)) {', 'if (false) {', 'an SVG with scripts is stored unchanged'],
  ],
  'lib/sync/files/served-name.ts': [['(?<![. -])', '', 'a file name takes quadratic time']],
  'lib/sync/private-api/hosted-workspace.ts': [["redirect: 'error',", '', 'the token follows a redirect']],
  'lib/sync/official-api/check-pages.ts': [
    ['|| isUnsettled(stamp, edited, now)', '', 'an edit within the minute of the last fetch is lost'],
    ['if (isWhole) for (const id of findMissed', 'if (false) for (const id of findMissed', 'a deleted row stays'],
    ['missed.slice(start, start + MAX_MISSED)', 'missed.slice(0, MAX_MISSED)', 'a deleted page stays'],
    ['sources?.[id] !== stamp', 'false', 'a page shows a former schema'],
  ],
  'lib/sync/official-api/client.ts': [
    ["      redirect: 'error',", '', 'the token of a connection follows a redirect'],
    ['named === BLOCKED) return', 'false) return', 'a blocked connection calls again'],
  ],
  'lib/sync/official-api/conversion.ts': [
    ['if (!/[?&]X-Amz-/i.test(url.search)) return address', 'return address', 'an address that expires is stored'],
  ],
  'lib/sync/official-api/fetch-page.ts': [
    ['noteLosses(head, conversion)', '', 'editors are not notified of content that the official API does not return'],
  ],
  'lib/sync/official-api/kept-columns.ts': [
    [': !(await isShared(source))', ': false', 'a column on which access depends vanishes'],
  ],
  'lib/sync/official-api/properties.ts': [
    ['return property.has_more === true', 'return false', 'a relation ends after 25 references'],
  ],
  'lib/sync/official-api/source.ts': [
    ['if (attempts.times < ENOUGH_MISSES) continue', '', 'a page that is not found once is removed'],
    ['return !isComplete || rows.includes(id)', 'return rows.includes(id)', 'a truncated list removes rows'],
  ],
  'lib/sync/official-api/view-updates.ts': [
    ['left < cost && left < MAX_REQUESTS', 'left < 0', 'a refresh queries the views of many databases at once'],
    [
      'if (stale.size > known.stale.length)',
      'if (stale.size < known.stale.length)',
      'results of views are stale after an edit',
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
      'a sync ignores the pause that a previous sync had to make',
    ],
    ['this.#delayNextCall(this.#spacing)', '', 'a sync calls more often than it may'],
  ],
  'lib/sync/page-file.ts': [
    ["['permissions', 'crdt_data',", "['crdt_data',", 'permissions of a page are stored'],
    [
      'if (!PAGE_TYPES.has(String(record.type))) return omitUnreadFields(record)',
      'return omitUnreadFields(record)',
      'a page file contains the properties of its child pages',
    ],
  ],
  'lib/sync/reach.ts': [
    ['lost.size * 2 > known', 'lost.size > known', 'a sync that loses most pages is accepted'],
    [
      '[...findShownCollections(state)].flatMap',
      '[...collections.keys()].flatMap',
      'rows in the trash are fetched again',
    ],
    ['gone.has(root)) && !acceptLoss', 'false) && !acceptLoss', 'a sync that loses the root page is accepted'],
  ],
  'lib/sync/state.ts': [
    ['whole.root !== this.root', 'false', 'the stored state of another root page is used'],
    [
      'await folder.replaceOwn(JOURNAL, journal)',
      "appendFileSync(state.#journalFile, '')",
      'the journal of a stopped sync is read by a later one',
    ],
  ],
  'lib/sync/snapshot-folder.ts': [
    ['await this.#folder.takeOwnership()', '', 'a superseded sync publishes pages that were withdrawn meanwhile'],
    ['[manifest, next].flatMap', '[next].flatMap', 'a sync that lost its state removes published pages'],
    ['unlistedBefore.has(file) && !listed.has(file)', '!listed.has(file)', 'a page is removed while it is read'],
    ['this.#folder.replace(path.join', 'this.#folder.publish(path.join', 'a manifest is on the disk before its pages'],
    ['if (isListed && !this.#hasNewContents) return false', 'if (isListed) return false', 'a repair is not detected'],
  ],
  'lib/sync/sync.ts': [
    [
      'const acceptLoss = this.#options.acceptLoss === true',
      'const acceptLoss = true',
      'a sync that loses all pages is accepted',
    ],
    [
      '    await this.#noteChangedRows()\n    await files.flush',
      '    await files.flush',
      'views keep their old order after a row was fetched',
    ],
    ['if (!before.has(root)) crawl.add', 'if (before.size === 0) crawl.add', 'a lost root page is never fetched'],
    ['await queueFiles(this.#tools)', '', 'a file that failed once is never loaded'],
    [
      'if (running !== undefined) return running.report\n',
      '',
      'a refresh of some pages changes the report of the refresh during which it began',
    ],
  ],
  'lib/sync/repairs.ts': [
    ["if (hash === '') crawl.add(id)", '', 'a damaged page file stays damaged'],
    ['if (hash === known.hash) state.set', 'if (true) state.set', 'a damaged file counts as good'],
    [
      '.some(({ times }) => times < ENOUGH_ATTEMPTS)',
      '.some(() => false)',
      'an incomplete first sync counts as complete',
    ],
  ],
})
