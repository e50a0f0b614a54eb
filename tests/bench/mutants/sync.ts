import { editsIn } from './plan.mjs'

export const SYNC_EDITS = editsIn({
  'lib/sync/answers.ts': [
    ["if (at.role === 'none') return undefined", '', 'a record that is not shared counts as shared'],
    ['recordIn(entry) !== undefined || !to[name].has(id)', 'true', 'an empty record replaces a page'],
  ],
  'lib/sync/check-pages.ts': [
    ['else if (block.alive === false) checked.gone.add(id)', '', 'a deleted page stays'],
    ['else if (stampOf(block) !== stamp)', 'else if (stampOf(block) === stamp)', 'changes are not fetched'],
  ],
  'lib/sync/collection-rows.ts': [
    [
      'const isComplete = !hasMore && total <= rows.length',
      'const isComplete = true',
      'rows beyond the first are missing',
    ],
  ],
  'lib/sync/crawl.ts': [
    ['space === undefined || own === undefined || space === own', 'true', 'pages of other workspaces are copied'],
    ['if (this.#failures >= MOST_FAILURES)', 'if (false)', 'a workspace that is away is asked for every page'],
  ],
  'lib/sync/download.ts': [
    ["=== 'unicast'", "!== 'loopback'", 'files of the private network are loaded'],
    ['if (!isTrusted) refusePrivate(url)', '', 'a private address that is written out is loaded'],
    ['bytes > mostBytes ?', 'bytes < 0 ?', 'a file of any size is loaded'],
    ['redirects <= MOST_REDIRECTS', 'redirects <= MOST_REDIRECTS * 100', 'redirects are followed without end'],
    ["url.username !== '' || url.password !== ''", 'false', 'a password in an address is sent'],
  ],
  'lib/sync/files.ts': [
    ['if (file.isPicture && !isPicture(kind)) throw', 'if (false) throw', 'a document is kept as a picture'],
    ['if (file.isPicture && !isShownPicture(kind)) {', 'if (false) {', 'a drawing with scripts is kept as it is'],
    ['FIRST_RETRY_MS * 2 ** (times - 1)', '0', 'a file that failed is tried in every run'],
    [".replace(/^[. -]+|[. -]+$/g, '')", '', 'a file name begins with a dot'],
  ],
  'lib/sync/hosted-workspace.ts': [
    ["redirect: 'error',", '', 'the token follows a redirect'],
    [
      "if (status === 429) return new CallError('busy'",
      "if (status === 430) return new CallError('busy'",
      'a busy workspace is not left alone',
    ],
    [
      "if (failure.kind === 'refused' || attempt >= attempts) throw failure",
      'if (attempt >= attempts) throw failure',
      'a refused call is repeated',
    ],
  ],
  'lib/sync/lock.ts': [
    ['if (await isHeld(file, holder)) {', 'if (false) {', 'two syncs write into one folder'],
    ['=== own) await rm', '!== own) await rm', 'the lock of another sync is removed'],
  ],
  'lib/sync/page-file.ts': [
    ["['permissions', 'crdt_data',", "['crdt_data',", 'who may edit a page is stored'],
    [
      'if (!PAGE_TYPES.has(String(record.type))) return without(record)',
      'return without(record)',
      'a page file holds the properties of its child pages',
    ],
  ],
  'lib/sync/page-walk.ts': [
    ['if (block.alive === false && id !== page) continue', '', 'content of deleted blocks is fetched'],
  ],
  'lib/sync/reach.ts': [
    ['lost.size * 2 > known', 'lost.size > known', 'a sync that loses most pages goes through'],
    ['if (lost.has(root)) throw', 'if (false) throw', 'a sync that loses the root goes through'],
  ],
  'lib/sync/shown-files.ts': [
    [
      "/[?&]X-Amz-/i.test(upload) ? upload.replace(/\\?.*$/s, '') : upload",
      'upload',
      'a file is loaded again after each signing',
    ],
  ],
  'lib/sync/snapshot-folder.ts': [
    ['isListed && staged.length === 0', 'isListed', 'changed pages are not announced'],
    ["names.every((name) => name.startsWith('.'))", 'true', 'a sync writes into a folder of record maps'],
  ],
  'lib/sync/state.ts': [
    ['whole.root !== this.root', 'false', 'the memory of another root is used'],
    [
      'if (value === null) table.delete(key)\n    else table.set',
      'table.set',
      'a removed page comes back after a restart',
    ],
  ],
  'lib/sync/sync.ts': [
    [
      'if (this.#options.acceptLoss !== true) refuseLoss',
      'if (this.#options.acceptLoss === true) refuseLoss',
      'a sync that loses everything goes through',
    ],
    ['await folder.discard()', '', 'what a refused sync fetched is shown later'],
  ],
})
