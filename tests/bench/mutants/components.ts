import { editsIn } from './plan.mjs'

export const COMPONENTS_EDITS = editsIn({
  'components/page/collection/arrange.ts': [
    [
      'if (first < 0 || second < 0) return Number(first < 0) - Number(second < 0)',
      '',
      'rows without a value come first',
    ],
    [
      'filters ? sections.filter(({ rows }) => rows.length > 0) : sections',
      'sections',
      'groups without a match are shown',
    ],
    [
      'wanted.every((word) => texts[row]?.includes(word)) &&',
      'wanted.some((word) => texts[row]?.includes(word)) &&',
      'one of several words is enough',
    ],
  ],
  'components/page/collection/cell.tsx': [
    ['if (href === undefined) return <span className="file">{name}</span>', '', 'a file without an address is a link'],
  ],
  'components/page/collection/row.tsx': [
    ['icon && !view.hideIcons &&', 'icon &&', 'a view cannot hide icons'],
    ['data.labels.untitled}', "''}", 'a row without a title cannot be opened'],
  ],
  'components/page/collection/section.tsx': [
    ['const left = section.total - shown', 'const left = section.total - shown - 1', 'the last row cannot be reached'],
  ],
  'components/page/collection/sorting.tsx': [
    ["descending: order === 'ascending' })", 'descending: false })', 'a second press does not sort the other way'],
  ],
  'components/page/collection/table-filter.tsx': [
    [
      'values.length >= 2 && values.length <= MOST_VALUES',
      'values.length <= MOST_VALUES',
      'a column with one value has a filter',
    ],
  ],
  'components/page/collection/use-rows.ts': [
    ['if (!response.ok) throw', 'if (false) throw', 'an error page passes for rows'],
    ['coming.current = undefined', '', 'rows that failed once are never tried again'],
  ],
  'components/page/collection/use-selected-view.ts': [
    ['`collection:${data.id}`', '`collection`', 'one choice of a view counts for all databases'],
    ['remember(key, view.id)', '', 'the chosen view is not remembered'],
  ],
  'components/page/collection/view-tabs.tsx': [
    ['tabIndex={view === selected ? 0 : -1}', 'tabIndex={0}', 'the keyboard stops at every tab'],
  ],
  'components/page/frame.tsx': [
    ['sandbox={isOwn ? SANDBOX :', 'sandbox={false ? SANDBOX :', 'a frame of this site takes its sandbox away'],
  ],
  'components/page/embed.tsx': [
    ['(ask ? isAskedFor : isNear)', 'isNear', 'a frame loads without the click that the operator wants'],
  ],
  'components/page/link.tsx': [
    ['if (useInsideLink()) return <span className={className}>{children}</span>', '', 'a link stands in a link'],
    ["!path.includes('.') &&", '', 'a file is opened as a page'],
    ['/^\\/(?![/\\\\])/.test(path)', "path.startsWith('/')", 'an address of another host is opened as a page'],
  ],
  'components/page/rich-text.tsx': [
    ["s: 's', _: 'u', c: 'code'", "s: 'u', _: 's', c: 'code'", 'struck text is underlined'],
  ],
  'components/page/flow.tsx': [['checked={done === 1}', 'checked={done !== 1}', 'open tasks are done']],
  'components/page/texts.tsx': [
    ['texts.sent[number - 1]', 'texts.sent[number]', 'each text stands in the place of another'],
    ['piece.slice(1, -1)', 'piece.slice(1)', 'detached texts cannot be read'],
  ],
  'components/page/image.tsx': [
    ["loading={eager ? 'eager' : 'lazy'}", "loading={'eager'}", 'all pictures load at once'],
    ['return eager ? likely : `auto, ${likely}`', 'return `auto, ${likely}`', 'the first picture waits for the layout'],
  ],
  'components/page/use-near.ts': [['entries.at(-1)?.isIntersecting', 'true', 'frames far below load at once']],
  'components/page/use-page-links.ts': [['!event.metaKey &&', '', 'a link cannot be opened in another tab']],
  'components/page/zoom.tsx': [
    ['const LEAST_SCALE = 2', 'const LEAST_SCALE = 20', 'small pictures are blown up'],
    ['if (shown.width === 0 || shown.height === 0) return margin', '', 'a picture without a size is divided by'],
  ],
  'components/search/highlighted.tsx': [['index % 2 === 1', 'index % 2 === 0', 'the wrong words are marked']],
  'components/search/read-answer.ts': [
    ["value.title.trim() === '' ||", '', 'a result without a title is shown'],
    ['!/^\\/(?![/\\\\])/.test(value.path)', 'false', 'a result leads to another site'],
    ['&& !results.has(result.id)) results', ') results', 'the worst hit of a page is shown'],
    ['value.throttle : 1000', 'value.throttle : 0', 'an index that says nothing is asked without a pause'],
  ],
  'components/search/recent-searches.ts': [
    ['.filter((known) => known !== query)', '', 'a question is listed twice'],
    ['const MOST = 6', 'const MOST = 60', 'former questions fill the dialog'],
  ],
  'components/search/search-footer.tsx': [
    [
      'answer.total > answer.results.length',
      'answer.total >= answer.results.length',
      'a link to more leads to no more',
    ],
  ],
  'components/search/shortcut.ts': [
    [
      "letter === 'k' ? metaKey || !isMac()",
      "letter === 'k' ? true",
      'a key of the Mac for the end of a line is taken',
    ],
    [
      'if (altKey || shiftKey || metaKey === ctrlKey) return false',
      'if (metaKey === ctrlKey) return false',
      'keys of the browser are taken',
    ],
  ],
  'components/search/use-search.ts': [
    ['const THROTTLE = 150', 'const THROTTLE = 1500', 'the second question waits too long'],
    ['const SOON = 100', 'const SOON = 1', 'every question shows that it is waiting'],
    ['throttle = answer.throttle', '', 'the pause that an index asks for is not kept'],
    ['if (signal.aborted) return', '', 'an old answer replaces a newer one'],
  ],
  'components/site/account-links.tsx': [
    ["kind === 'search' ?", "kind === 'page' ?", 'sign-in from a search leads nowhere'],
    ['current.slice(findCopyPrefix(current).length)', 'current', 'sign-in from rows leads nowhere'],
  ],
  'components/site/breadcrumbs.tsx': [
    ['<span aria-current="page">{current}</span>', '<span>{current}</span>', 'the current page is not announced'],
  ],
  'components/site/header-bar.tsx': [
    ['top > last && top > 2 * LEAST_SCROLL', 'top < last', 'the header leaves while scrolling up'],
  ],
  'components/site/navigation.tsx': [
    [
      'links.length <= MOST_LINKS && characters <= MOST_CHARACTERS',
      'links.length <= MOST_LINKS',
      'long titles run out of the header',
    ],
  ],
  'components/account/presence.ts': [['=[1-9]/', '=[0-9]/', 'who signed out counts as signed in']],
  'components/site/scroll-spy.ts': [
    [
      'scrollTop > 0 && scrollTop + height',
      'scrollTop + height',
      'the last heading of a short page is the current one',
    ],
    ['const LEAST_OFFSET = 150', 'const LEAST_OFFSET = 1500', 'a heading far below is the current one'],
  ],
  'components/site/theme.ts': [
    ['t==="light"||t==="dark"', 't', 'any stored text is a theme'],
    [
      "if (theme === 'system') localStorage.removeItem(KEY)\n    else",
      '',
      'the theme of the device is remembered as one',
    ],
  ],
  'components/site/head-script.ts': [
    [
      'hasSignIn ? `${THEME_SCRIPT};${PRESENCE_SCRIPT}` : THEME_SCRIPT',
      '`${THEME_SCRIPT};${PRESENCE_SCRIPT}`',
      'a site without sign-in looks for its cookie',
    ],
  ],
  'components/site/desk.tsx': [
    ['path === undefined ? <b>', 'path !== undefined ? <b>', 'findings of pages are no links'],
  ],
  'components/ui/icons.ts': [
    ['\\/(?!\\/)|data:image', '\\/|data:image', 'an icon is loaded from another host'],
    ['[^\\sa-z<>&"\']{1,16}', '[^\\sa-z<>&"\']{1,1600}', 'a long text is an emoji'],
  ],
  'components/ui/tab-keys.ts': [
    ['(active + count - 1) % count', '(active - 1) % count', 'the key before the first tab leads nowhere'],
    [
      'if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined',
      '',
      'keys of the browser move between tabs',
    ],
  ],
})
