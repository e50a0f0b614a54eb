import { listEdits } from './plan.mjs'

export const COMPONENTS_EDITS = listEdits({
  'components/site/sidebar-branches.ts': [
    ["typeof markup !== 'string'", 'false', 'an error response is shown as a branch'],
    ['loading.set(address, pending)', '', 'a branch is loaded again each time it is opened'],
    [" || branch.querySelector('[aria-current]')", '', 'the branch of the current page is closed'],
    ["current.removeAttribute('aria-current')", '', 'two pages of the sidebar are the current one'],
  ],
  'components/page/collection/arrange.ts': [
    [
      'wanted.every((word) => texts[row]?.includes(word)) &&',
      'wanted.some((word) => texts[row]?.includes(word)) &&',
      'one of several words is enough',
    ],
  ],
  'components/page/collection/section.tsx': [
    ['const left = section.total - shown', 'const left = section.total - shown - 1', 'the last row cannot be reached'],
  ],
  'components/page/collection/use-rows.ts': [
    ['sent.rows.length > 0 ? load : undefined', 'load', 'rows take the place of a button that has the focus'],
    ['if (!response.ok) throw', 'if (false) throw', 'an error page is read as rows'],
  ],
  'components/page/collection/use-selected-view.ts': [
    ['`collection:${data.id}`', '`collection`', 'the selected view is shared by all databases'],
  ],
  'components/page/collection/view-tabs.tsx': [
    ['tabIndex={view === selected ? 0 : -1}', 'tabIndex={0}', 'the keyboard stops at every tab'],
  ],
  'components/page/media/sandboxed-iframe.tsx': [
    ['sandbox={isOwn ? SANDBOX :', 'sandbox={false ? SANDBOX :', 'an iframe of this site can remove its sandbox'],
  ],
  'components/page/media/embed.tsx': [
    [
      '(clickToLoad ? isRequested : isNear)',
      'isNear',
      'an embed loads without a click although the operator requires one',
    ],
  ],
  'components/ui/page-path.ts': [
    ['/^\\/(?![/\\\\])/.test(path)', "path.startsWith('/')", 'an address of another host is navigated to as a page'],
    ['isForMembers(path) === isForMembers(current)', 'true', 'an expired session is not renewed'],
  ],
  'components/page/stubs/notion-renderer.tsx': [
    ['(${columns - 1} *', '(${columns} *', 'columns are narrower in the browser than on the server'],
    ['<div className="notion-spacer" />', '', 'the browser draws no space between columns'],
  ],
  'components/page/texts.tsx': [['texts.data[number - 1]', 'texts.data[number]', 'texts are mixed up']],
  'components/site/early-clicks-script.ts': [
    ['e.stopImmediatePropagation(),', '', 'an early click is handled twice'],
    [':not([popovertarget])', '', 'a menu that works without script waits for it'],
  ],
  'components/site/early-clicks.tsx': [
    ['control?.click()', '', 'an early click is lost'],
    ['timer = setTimeout(replay)', 'replay()', 'a replayed click runs before the previous one has taken effect'],
  ],
  'components/ui/client-navigation.tsx': [['!event.metaKey &&', '', 'a link cannot be opened in another tab']],
  'components/search/read-response.ts': [
    ['!/^\\/(?![/\\\\])/.test(value.path)', 'false', 'a search result links to another site'],
    ['&& !results.has(result.id)) results', ') results', 'the worst hit of a page is shown'],
  ],
  'components/search/use-search.ts': [['if (signal.aborted) return', '', 'an outdated response replaces a newer one']],
  'components/site/account-links.tsx': [
    ["kind === 'search' ?", "kind === 'page' ?", 'sign-in from the search page has no return address'],
  ],
  'components/account/sign-in-service.tsx': [
    [
      'allowsCreatingOrganizations ? APPEARANCE : WITHOUT_CREATING',
      'APPEARANCE',
      'a member claims the slug of an organization',
    ],
  ],
  'components/account/presence.ts': [['=[1-9]/', '=[0-9]/', 'a signed-out visitor counts as signed in']],
  'components/site/navigation-groups.ts': [
    ['group.last !== initial &&', '', 'links with the same initial are split into two groups'],
    ['links.slice(MAX_FIRST)', 'links.slice(MAX_FIRST + 1)', 'a link of a long list is missing'],
  ],
  'components/site/contents.tsx': [
    ["target.closest('a')", "target.closest('b')", 'the table of contents covers the selected section'],
  ],
  'components/site/page-actions.tsx': [
    ['if (!response.ok) throw', 'if (false) throw', 'an error page is copied in place of the page'],
    ['canonical?.href ??', '', 'a member copies an address that visitors cannot open'],
  ],
  'components/site/theme.ts': [['t==="light"||t==="dark"', 't', 'any stored text is a theme']],
  'lib/page/wire/icon.ts': [['\\/(?!\\/)|data:image', '\\/|data:image', 'an icon is loaded from another host']],
  'components/ui/tab-keys.ts': [
    ['(active + count - 1) % count', '(active - 1) % count', 'the key before the first tab selects no tab'],
  ],
})
