import { listEdits } from './plan.mjs'

export const COLLECTION_EDITS = listEdits({
  'lib/page/wire/first-rows.ts': [
    ['export const FIRST_ROWS = 50', 'export const FIRST_ROWS = 5000', 'all rows are sent at first'],
  ],
  'lib/page/collection/prepare-collection.ts': [
    ['if (databases?.isSpent) return prepareWithoutRows(input)', '', 'many views of a large database take seconds'],
    ['databases?.spend(COSTS.row * rows.length)', '', 'the rows of a database have no costs'],
    ['      databases?.spend(COSTS.value)\n', '', 'the filters of a database have no costs'],
    [
      'input.rows.filter((row) => context.pageLink(row.id) !== undefined)',
      'input.rows',
      'rows without a page are listed',
    ],
    ["names.pageTitle(id) ?? ''", 'names.pageTitle(id)', 'a filter shows the titles of closed pages'],
  ],
  'lib/page/collection/groups.ts': [
    ['context.budgets?.databases.spend(COSTS.group * headings.size)', '', 'many boards of many columns take seconds'],
    [
      'if (!isAligned) groupContext',
      'if (false) groupContext',
      'editors are not notified of columns that are left out',
    ],
    [
      'boards.length * columns.length <= MAX_LISTS',
      'true',
      'the columns of boards grow with the square of their options',
    ],
  ],
  'lib/page/collection/by-date.ts': [
    ['Math.max(first, toDay(span.end))', 'toDay(span.end)', 'an entry that ends before it starts is on no day'],
    ['const sign = descending ? -1 : 1', 'const sign = 1', 'the latest entries of a month are last'],
  ],
  'components/page/collection/calendar/month-weeks.ts': [
    ['until < segment.from', 'until <= segment.from', 'entries of a calendar overlap'],
    ['start + 4 - firstWeekday', 'start + 3 - firstWeekday', 'the days of a calendar are below the wrong weekdays'],
  ],
  'lib/page/collection/properties.ts': [['isAccessProperty(schema) ||', '', 'the access words of a row are shown']],
  'lib/page/collection/views.ts': [['.filter(filter.keeps)', '', 'rows that a view hides are shown']],
})

export const PAGE_EDITS = listEdits({
  'lib/page/blocks/code.ts': [
    ['isPlain && name.length', 'name.length', 'a link in a caption is shown as a file name'],
    ['group !== undefined && group ===', 'group ===', 'all adjacent code blocks become tabs'],
  ],
  'lib/page/text/code-lines.ts': [
    ['open.length > MAX_OPEN ? undefined : ', '', 'markup of nested code grows with the square of its length'],
  ],
  'lib/page/text/clean-drawing.ts': [
    [
      "(name === 'fill' || name === 'stroke') && COLOR.test(value)",
      "name === 'fill'",
      'a diagram can load content of other sites',
    ],
    ['ELEMENTS.has(name)', 'true', 'a diagram may contain scripts'],
  ],
  'lib/page/text/diagram.ts': [
    ["replaceAll('&', '&amp;')", "replaceAll('', '')", 'entities in a diagram become invalid characters'],
    ['budgets?.diagrams.spend(estimateDiagramWork(lines)) === false', 'false', 'a page of many diagrams takes minutes'],
  ],
  'lib/page/sidebar.ts': [
    ['>${escapeHtml(title)}</a>', '>${title}</a>', 'titles in the sidebar are not escaped'],
    ["page === current ? ' aria-current=\"page\"' : ''", "''", 'the sidebar does not mark the current page'],
    ['if (isCut) items.push', 'if (false) items.push', 'the end of a long list leads nowhere'],
  ],
  'lib/page/picture-cache.ts': [
    [
      '|| error instanceof IncompleteError',
      '',
      'a picture whose original was damaged has no smaller copies for an hour',
    ],
    ['|| !hashPicture(picture).equals(hash)', '', 'a damaged copy of a picture is served for ever'],
  ],
  'lib/page/page-remarks.ts': [
    ['...remarks.values()', '', 'editors are not notified of content that is left out of a page'],
  ],
  'lib/page/smaller-copies.ts': [['await verify()', '', 'a smaller copy is made of a damaged picture']],
  'lib/page/web-addresses.ts': [
    ['return isFull ? address : undefined', 'return address', 'a link to a closed page contains its id'],
  ],
  'lib/page/blocks/embeds.ts': [
    [
      "if (embeds === 'off') return createCard(block, preparation, { href, title: embed.title",
      "if (embeds === 'none') return createCard(block, preparation, { href, title: embed.title",
      'other sites are embedded although the operator forbids it',
    ],
    [
      "clickToLoad: embeds === 'click' ? 1 : undefined",
      'clickToLoad: undefined',
      'an embed loads without a click although the operator requires one',
    ],
  ],
  'lib/page/blocks/links.ts': [
    ['if (hooks.isMissing?.(block)) {', 'if (hooks.isMissing === null) {', 'a view without data vanishes silently'],
  ],
  'lib/page/blocks/services.ts': [
    [
      'return host === domain || host.endsWith(`.${domain}`)',
      'return host.endsWith(domain)',
      'a host whose name ends like that of a service is treated as the service',
    ],
  ],
  'lib/workspace/read/page-blocks.ts': [
    ['if (isSiteTableHere(table, this.#page.blocks)) return undefined', '', 'the access table is shown'],
    [
      'this.#own.has(container.id) || this.#rules.mayShow(container.id)',
      'true',
      'a synced block of a closed page is shown',
    ],
    ['if (child?.alive) children', 'if (child) children', 'deleted blocks are shown'],
  ],
  'lib/page/text/code.ts': [
    ['work <= LIMITS.code && ', '', 'code takes seconds'],
    [
      "if (typeof tokens === 'string') return escapeHtml(tokens)",
      "if (typeof tokens === 'string') return tokens",
      'code is not escaped',
    ],
  ],
  'lib/page/create-view-context.ts': [
    ['site.fileAddress(hash, name, viewer)', '`/files/${hash}/${name}`', 'files of closed pages have a public address'],
  ],
  'lib/page/page-end.ts': [
    [
      '${before}<span dir="auto"${language}>${escapeHtml(title)}',
      '${before}<span dir="auto"${language}>${title}',
      'the title of a page is not escaped',
    ],
  ],
  'lib/page/posts/post-list.ts': [
    ['if (!isReadable)', 'if (false)', 'the summary of a post with a password is listed'],
    ['dir="auto">${escapeHtml(content)}', 'dir="auto">${content}', 'the title of a post is not escaped'],
  ],
  'lib/page/open-file.ts': [
    ['if (!site?.showsFile(hash, viewer)) return undefined', '', 'files of closed pages are served'],
    ["if (!isShown) headers['content-disposition'] = 'attachment'", '', 'a drawing with scripts opens as a document'],
    ["'x-content-type-options': 'nosniff',", '', 'a browser guesses the type of a file'],
  ],
  'lib/page/frame-sources.ts': [
    [
      'return /^https:\\/\\/(?:[\\w.-]+|\\[[\\da-f:]+\\])(?::\\d+)?$/.test(origin) ? [origin] : []',
      'return [origin]',
      'a host with special characters can extend the policy',
    ],
  ],
  'lib/page/open-page.ts': [
    ['(shown.has(id) && !views', '(!views', 'a note reveals a database that is closed to the viewer'],
    [
      'row.id === page.id || site.listedPage(row.id, viewer, page.access) !== undefined',
      'true',
      'closed rows are listed',
    ],
  ],
  'lib/page/cached-views.ts': [
    ['JSON.stringify([page.id, viewer])', 'JSON.stringify([page.id])', 'a visitor gets the view of another viewer'],
  ],
  'lib/page/text/rich-text.ts': [
    [
      'if (link === undefined) return null',
      'if (link === undefined) return { text: id }',
      'a mention shows the title of a closed page',
    ],
    ['if (href === undefined) return null', '', 'an unsafe link mention is shown'],
  ],
  'lib/page/thread/open-rows.ts': [
    ['day, viewer, name]', 'day, name]', 'a visitor gets the rows of another viewer'],
    [
      'if (!(await hasRows(site, page, viewer, name))) return undefined',
      '',
      'each invented database name renders the page',
    ],
  ],
  'lib/page/rows.ts': [
    [
      '...(isPublicViewer(viewer) && { pages:',
      '...({ pages:',
      'members get links to pages of rows that do not exist for them',
    ],
  ],
  'lib/page/thread/respond-with-site.ts': [
    ['start === 1 ? getSite() : refreshSite()', 'getSite()', 'a retry uses the same outdated site'],
    ['if (!isSiteChanged(error)) throw error', '', 'a request that fails for other reasons is retried'],
  ],
  'lib/page/view.ts': [
    ['isRoot: isHomePage(page),\n    trail', 'isRoot: false,\n    trail', 'the access table of the home page is shown'],
  ],
})
