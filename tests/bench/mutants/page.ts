import { editsIn } from './plan.mjs'

export const PAGE_EDITS = editsIn({
  'lib/page/addresses.ts': [
    ['return isFull ? address : undefined', 'return address', 'a link to a closed page names its id'],
    ['if (!isFull && !address.startsWith', 'if (false && !address.startsWith', 'a path without its slash is kept'],
  ],
  'lib/page/blocks/embeds.ts': [
    [
      "if (embeds === 'off') return card(block, run, { href, title: frame.title",
      "if (embeds === 'none') return card(block, run, { href, title: frame.title",
      'other sites are framed though the operator forbids it',
    ],
    [
      "ask: embeds === 'click' ? 1 : undefined",
      'ask: undefined',
      'a frame loads without the click that the operator wants',
    ],
  ],
  'lib/page/blocks/services.ts': [
    [
      'return host === domain || host.endsWith(`.${domain}`)',
      'return host.endsWith(domain)',
      'a host that ends like a service passes for it',
    ],
    ["if (url.protocol === 'http:') url.protocol = 'https:'", '', 'an insecure frame is blocked by the policy'],
    ['{11}$/.test(id)', '{11}/.test(id)', 'a longer id is sent to the player'],
  ],
  'lib/page/blocks/media.ts': [
    [
      "=== undefined || !src.startsWith('/')) return file",
      '=== undefined) return file',
      'a document of another site is framed',
    ],
    ['uri.length <= LONGEST_PREVIEW &&', '', 'a preview is longer than the picture'],
    ["?.replace(/^http:/i, 'https:')", '', 'an insecure picture is blocked by the policy'],
  ],
  'lib/page/blocks/headings.ts': [
    ['(open.at(-1) ?? 0) >= rank', '(open.at(-1) ?? 0) > rank', 'headings of one rank nest'],
  ],
  'lib/page/blocks/lists.ts': [
    ['start !== undefined && start !== 1', 'start !== undefined', 'every list says that it starts at 1'],
  ],
  'lib/page/body.ts': [['hooks.development ? why : undefined', 'why', 'visitors read why a block is not shown']],
  'lib/page/code.ts': [
    ['if (id === null || code.length > LONGEST)', 'if (id === null)', 'long code is coloured'],
    [
      "if (typeof tokens === 'string') return escapeHtml(tokens)",
      "if (typeof tokens === 'string') return tokens",
      'code is markup',
    ],
  ],
  'lib/page/languages.ts': [
    ["name?.trim() || 'TypeScript'", "name?.trim() || 'Plain Text'", 'code without a language is not coloured'],
  ],
  'lib/page/content.ts': [
    ['const MOST_ROWS = 1000', 'const MOST_ROWS = 1', 'a Markdown copy has one row of a database'],
  ],
  'lib/page/context.ts': [
    ['site.fileAddress(hash, name, viewer)', '`/files/${hash}/${name}`', 'files of closed pages have a public address'],
  ],
  'lib/page/detached.ts': [
    ['if (/[\\uD800-\\uDBFF]/.test(json.charAt(end - 1))) end--', '', 'a pair of surrogates is cut in two'],
    ['text.length > WORTHWHILE', 'text.length > 30_000', 'texts are sent twice'],
  ],
  'lib/page/end.ts': [
    [
      '${before}<span dir="auto"${language}>${escapeHtml(title)}',
      '${before}<span dir="auto"${language}>${title}',
      'the title of a page is markup',
    ],
  ],
  'lib/page/equation.ts': [
    ['trust: false', 'trust: true', 'a formula can link to a script'],
    ['source.length > LONGEST ? asWrong(source) :', '', 'a long formula is set'],
    [
      '`<code class="equation-wrong">${escapeHtml(source)}</code>`',
      '`<code class="equation-wrong">${source}</code>`',
      'a wrong formula is markup',
    ],
  ],
  'lib/page/external-object.ts': [
    [
      "context.embeds === 'load' ? badgeOf",
      "context.embeds !== 'off' ? badgeOf",
      'a badge of another site loads without the click',
    ],
  ],
  'lib/page/faces.ts': [['const FIRST_BLOCKS = 2', 'const FIRST_BLOCKS = 20', 'italics far below are fetched first']],
  'lib/page/files.ts': [
    ['if (!site?.showsFile(hash, viewer)) return undefined', '', 'files of closed pages are served'],
    ["if (!isShown) headers['content-disposition'] = 'attachment'", '', 'a drawing with scripts opens as a document'],
    ["'x-content-type-options': 'nosniff',", '', 'a browser guesses the type of a file'],
    ['return start <= end &&', 'return', 'a range that ends before it begins is answered'],
    ["['*', etag, `W/${etag}`]", '[etag, `W/${etag}`]', 'a request for any version loads the file again'],
  ],
  'lib/page/frames.ts': [
    [
      'return /^https:\\/\\/(?:[\\w.-]+|\\[[\\da-f:]+\\])(?::\\d+)?$/.test(origin) ? [origin] : []',
      'return [origin]',
      'a host with signs of a policy widens it',
    ],
  ],
  'lib/page/icon-address.ts': [
    ['fileAddress(icon, block, 128) : icon', 'icon : icon', 'an icon is loaded from where the workspace has it'],
  ],
  'lib/page/made-pictures.ts': [
    [
      "arePicturesNotReady(error) ? 'not now' : 'unfit'",
      "'unfit'",
      'a failing picture process spoils pictures for an hour',
    ],
    ['if (left <= this.mostBytes) return', 'return', 'copies of pictures fill the disk'],
    [
      'if (!this.#making.has(file) && this.#making.size >= this.mostWaiting) return undefined',
      '',
      'pictures queue without end',
    ],
    [
      '.sort((a, b) => a.mtimeMs - b.mtimeMs)',
      '.sort((a, b) => b.mtimeMs - a.mtimeMs)',
      'the pictures that are used most are removed',
    ],
  ],
  'lib/page/media.ts': [
    ['!/^s3[.\\w-]*\\.amazonaws\\.com$/.test(url.hostname) ||', '', 'uploads are loaded without a signature'],
    ['if (!/^https?:\\/\\//i.test(source) || !URL.canParse(source)) return undefined', '', 'any scheme is loaded'],
  ],
  'lib/page/open-page.ts': [
    ['stored.rows.filter((row) => site.page(row.id, viewer) !== undefined)', 'stored.rows', 'closed rows are listed'],
  ],
  'lib/page/remembered-views.ts': [
    ['JSON.stringify([page.id, viewer])', 'JSON.stringify([page.id])', 'a visitor gets the view of another'],
    ['Date.now() < known.until', 'true', 'a view is remembered without end'],
  ],
  'lib/page/rich-text.ts': [
    [
      'if (link === undefined) return null',
      'if (link === undefined) return { text: id }',
      'a mention names a closed page',
    ],
    ["(shown === MENTION || shown === '')", "shown === ''", 'a placeholder is shown'],
    ['if (href === undefined) return null', '', 'an unsafe link mention is shown'],
  ],
  'lib/page/rows.ts': [
    ['...(!viewer.signedIn && { pages:', '...({ pages:', 'members are led to pages of rows that they have not'],
    ['!Number.isInteger(number) || number < 1', 'false', 'a page number that is none is answered'],
    ['day, viewer, name]', 'day, name]', 'a visitor gets the rows of another'],
  ],
  'lib/page/view.ts': [
    ['said.has(key)) return', 'said.has(key) && false) return', 'the log repeats itself with each visit'],
    ["isRoot: page.path === '',\n    trail", 'isRoot: false,\n    trail', 'the access table of the home page is shown'],
    ["position === 'number' ? 1 - position", "position === 'number' ? position", 'covers show their wrong end'],
    ['Math.ceil(page.words / WORDS_A_MINUTE)', 'Math.floor(page.words / WORDS_A_MINUTE)', 'a short page takes no time'],
  ],
  'lib/page/wire-picture.ts': [
    ['.filter((width) => width < natural)', '', 'copies are offered that are wider than the picture'],
  ],
})

export const COLLECTION_EDITS = editsIn({
  'lib/page/collection/cells.ts': [
    [
      'const href = safeAddress(context.fileAddress(source, row.id))',
      'const href = context.fileAddress(source, row.id)',
      'an unsafe address of a file is a link',
      'The file address of every context is safe already; this is a second check.',
    ],
    ["return (kind === 'title' ? withoutLinks(text) : text) || null", 'return text || null', 'a link stands in a link'],
    ['/^[^\\s@]+@[^\\s@]+$/.test(text) ?', 'true ?', 'any text is a mail address'],
  ],
  'lib/page/collection/columns.ts': [
    ['if (visible === false && id !== title) continue', 'if (visible === false) continue', 'a table without its title'],
    ['width >= LEAST_WIDTH && width <= MOST_WIDTH', 'true', 'a column is as wide as it likes'],
  ],
  'lib/page/collection/covers.ts': [
    ['(1 - position) * 100', 'position * 100', 'covers of cards show their wrong end'],
    ['percent === 50 ? [address]', 'percent === 51 ? [address]', 'the default position is sent'],
  ],
  'lib/page/collection/first-rows.ts': [
    ['export const FIRST_ROWS = 50', 'export const FIRST_ROWS = 5000', 'all rows are sent at first'],
    [
      'return index > 0 && lists > FIRST_ROWS',
      'return lists > FIRST_ROWS',
      'a section with many columns is not shown at all',
    ],
  ],
  'lib/page/collection/grouping.ts': [
    ['(end - start) / size <= MOST_STEPS', 'true', 'steps make a group of every number'],
  ],
  'lib/page/collection/groups.ts': [
    ['grouping.arranged.get(key) !== true &&', '', 'hidden groups are shown'],
    ['if (number >= end)', 'if (number > end)', 'the upper bound is in two groups'],
    ['Number(a.key === NONE) - Number(b.key === NONE) ||', '', 'rows without a value come first'],
  ],
  'lib/page/collection/parts.ts': [
    ['const end = Math.max(0, from + count - before)', 'const end = Math.max(0, from + count)', 'rows are sent twice'],
  ],
  'lib/page/collection/prepare.ts': [
    [
      'input.rows.filter((row) => context.pageLink(row.id) !== undefined)',
      'input.rows',
      'rows without a page are listed',
    ],
    ["names.pageTitle(id) ?? ''", 'names.pageTitle(id)', 'a filter shows the titles of closed pages'],
    ['if (cells.every((cell) => cell === null)) return undefined', '', 'cards without pictures have empty frames'],
  ],
  'lib/page/collection/properties.ts': [
    ['|| saysAccess(schema)', '', 'the access words of a row are shown'],
    ['if (hideEmpty &&', 'if (false &&', 'empty properties are shown'],
  ],
  'lib/page/collection/totals.ts': [
    ['totals.some((total) => total !== null) ? totals : undefined', 'totals', 'a table has an empty foot'],
  ],
  'lib/page/collection/views.ts': [
    [
      "size === 'small' || size === 'large' ? size : 'medium'",
      "size === 'small' || size === 'large' ? size : 'small'",
      'cards without a size are small',
    ],
    [
      "aspect === 'contain' ? 'contain' : 'cover'",
      "aspect === 'cover' ? 'cover' : 'contain'",
      'card covers without an aspect are not filled',
    ],
    ['.filter(filter.keeps)', '', 'rows that a view hides are shown'],
    ['format.show_page_icon === false', 'format.show_page_icon !== true', 'icons are hidden by default'],
    ['Math.min(Math.floor(limit), FIRST_ROWS)', 'Math.floor(limit)', 'a view shows more rows at first than a page may'],
  ],
})
