import { listEdits } from './plan.mjs'

export const SITE_EDITS = listEdits({
  'lib/site/log-name.ts': [
    ["if (access.kind !== 'public') return id", '', 'the log contains the titles of members pages and drafts'],
  ],
  'lib/site/prepare/lint.ts': [
    ['found.push(...findRootRemarks(index))', '', 'no finding reports a missing root page'],
    ['if (HIDING.has(finding.kind)', 'if (false', 'hidden content ranks below missing alternative texts'],
  ],
  'lib/site/get-site.ts': [
    [
      'saved?.fingerprint !== fingerprint && state.site === site',
      'saved?.fingerprint !== fingerprint',
      'each of many requests loads the site again',
    ],
    [
      '[fingerprint, ...[...withdrawn].sort()]',
      '[fingerprint]',
      'threads that hide different pages have the same state',
    ],
  ],
  'lib/site/cached-text.ts': [
    ['return `${state.id} ${state.version}`', 'return state.id', 'a copy of a page outlives an edit'],
    ['maxSize: MAX_BYTES', 'maxSize: MAX_BYTES * 1000', 'cached texts have no memory limit'],
  ],
  'lib/site/page-tree.ts': [
    ['mayList(access, viewer))', 'true)', 'closed pages affect the layout of the site'],
    ['&& mayRead(home.access, viewer)', '', 'a members-only root page affects the public layout'],
    [
      'site.listedPage(id, viewer, page.access) !== undefined',
      'id !== undefined',
      'the sidebar reveals that a page has closed subpages',
    ],
    ['|| page === next', '', 'a long list leaves out the current page'],
    ['.slice(0, MAX_LEVELS)', '', 'a chain of pages is nested without end'],
  ],
  'lib/site/access.ts': [
    ["viewer.role === 'editor' &&", '', 'members read drafts'],
    [
      "if (!asksForPasswords) return createUnpublished({ why: 'password' })",
      "if (!asksForPasswords) return { kind: 'public' }",
      'rows with a password are published',
    ],
    ['if (locked === true) return', 'if (false) return', 'visitors get a form for a password that cannot be typed'],
    ['access.locks.every((lock) =>', 'access.locks.some((lock) =>', 'one of two passwords opens a page'],
    ["rowType === 'post' || rowType === 'page' ?", 'true ?', 'notices and menus of a blog are pages'],
    ['return isListed && mayRead(access, viewer)', 'return mayRead(access, viewer)', 'unlisted pages are listed'],
    ["{ ...above, unlisted: 'above' }, own", 'above, own', 'an unlisted page does not list its subpages'],
    [
      "([a, b].flatMap((access) => (access.kind === 'locked' ? access.locks : [])))",
      "([a].flatMap((access) => (access.kind === 'locked' ? access.locks : [])))",
      'a row opens with the password of the page above it',
    ],
    ['READABLE_BY_EDITORS.has(access.reason.why) &&', '', 'editors can read pages with invalid access words'],
    ["&&\n        isAmong(access.audience ?? 'any', viewer)", '', 'editors read drafts of other organizations'],
    ['if (!viewer.signedIn) return false', '', 'a visitor reads members pages'],
    ['a.filter((slug) => b.includes(slug))', 'a.concat(b)', 'the organizations of two levels are added'],
    [
      "if (audience?.length === 0) return createUnpublished({ why: 'no-organization' })",
      '',
      'a page whose audience is empty is not closed',
    ],
    [
      "if (known.length === 0) return createUnpublished({ why: 'access-empty' })",
      "if (known.length === 0) return { kind: 'public' }",
      'an empty access word opens a page',
    ],
    ['if (strange !== undefined) return', 'if (false) return', 'a malformed access word opens a page'],
    ['isYes(readText(row, id)) ?', "readText(row, id) !== 'No' ?", 'an empty `Public` checkbox publishes a page'],
    ['if (until <= now)', 'if (until >= now)', 'scheduled pages are public'],
    [
      "if (until === undefined) return createUnpublished({ why: 'date-unreadable' })",
      "if (until === undefined) return { kind: 'public' }",
      'an unreadable date opens a page',
    ],
    [
      "if (property.type !== 'checkbox') return createWrongType(property)",
      '',
      'a `Public` property of another type is read',
    ],
    ['!hasPublishedOption || isPublished(status)', 'hasPublishedOption || isPublished(status)', 'drafts are public'],
  ],
  'lib/site/blog.ts': [
    ["types.has('post') && types.size > 1", "types.has('post')", 'any database with posts and a type hides its rows'],
    [": 'closed'\n", ": 'published'\n", 'drafts of a blog are public'],
    ["find('closed') ?? find('unlisted') ?? find('published')", 'rows[0]', 'the first of two statuses counts'],
    ["['status', '状态']", "['status']", 'drafts with a Chinese status are public'],
  ],
  'lib/site/prepare/site-rows.ts': [
    ['mayList(getNameAccess(record.block, collection, settings), PUBLIC)', 'true', 'drafts are in the menu'],
    [" && access.reason.why === 'no-page'", '', 'a row that is closed by the Access table is in the menu'],
    ['isInListedDatabase(page, index) &&', '', 'a notice of a members-only database is public'],
  ],
  'lib/site/prepare/announcements.ts': [
    ['rows.sort((a, b) => compareNewestFirst(a.page, b.page))', 'rows', 'an old notice is announced'],
  ],
  'lib/site/prepare/config-rows.ts': [
    ["if (enabled !== 'Yes' ||", 'if (', 'a disabled setting counts'],
    ["!mayList(ownAccess({ kind: 'page', id: page.id }), PUBLIC)", 'false', 'a setting in a closed row counts'],
    ['EDITOR_SETTINGS[each].parse(converted[each]) !== undefined', 'true', 'no finding reports an invalid setting'],
  ],
  'lib/site/prepare/authors.ts': [
    ['if (!found.has(segment))', 'if (true)', 'the last row of an author counts'],
    ['EDITOR_SETTINGS.logo.parse(picture)', 'picture', 'the picture of an author can have any address'],
  ],
  'lib/site/prepare/link-target.ts': [
    ["text === '' || text.startsWith('#')", 'false', 'a menu contains a link to the home page for each group'],
    [
      '/^(?:[a-z][a-z\\d+.-]*:|[\\\\/]{2})/i.test(text)',
      'false',
      'a menu links to other hosts by addresses without a scheme',
    ],
  ],
  'lib/site/prepare/redirects.ts': [
    ['taken.has(from) || ', '', 'a redirect of an editor hides a page'],
    ['id === index.root && mayRead(access, PUBLIC)', 'id === index.root', 'redirects of a closed root page are public'],
    ["kind === 'page' && audience === 'everyone' ? path", 'true ? path', 'a redirect of an editor hides a route'],
  ],
  'lib/site/redirects/former-addresses.ts': [
    ["first === 'index' && rest.length === 0 ? ''", "false ? ''", '`/index.html` returns 404'],
    ['postPaths[Number(rest[0]) - 1] ?? prefix', 'prefix', 'the later pages of a blog redirect to its home page'],
    ['path\n    .slice(prefix.length)', 'path', 'NotionNext addresses in a second language return 404'],
    ['here === path ? undefined', 'false ? undefined', 'an address redirects to itself'],
  ],
  'lib/site/posts.ts': [
    ['joinPath(prefix, String(number))', 'String(number)', 'the post lists of two languages have the same addresses'],
    ['if (!isTaken(path)) paths', 'paths', 'a page named 2 hides the posts on the second page of the list'],
    [
      "access.kind === 'locked' && access.unlisted === undefined",
      "access.kind === 'locked'",
      'unlisted posts with a password are listed',
    ],
    ['mayList(access, viewer, from) ||', 'true ||', 'drafts are in the list of posts'],
  ],
  'lib/site/prepare/post-list.ts': [
    ["layout !== 'table' && ", '', 'a database without a configured layout is shown as a table'],
    ["if (row !== undefined && parseRowType(row.type) !== 'post') return {}", '', 'pages of a blog are posts'],
  ],
  'lib/site/neighbors.ts': [
    ['posts.length > 1', 'true', 'a series of one post has no next post'],
    [
      '.filter((page) => mayList(page.access, viewer)).map((page) => [page.id, page])',
      '.map((page) => [page.id, page])',
      'closed pages are shown as previous or next pages',
    ],
    ['stack.push(...getChildren(page).reverse())', '', 'the next page skips subpages'],
  ],
  'lib/site/prepare/build-site.ts': [
    [
      'mayRead(page.access, PUBLIC) ? 0 : 1',
      'mayRead(page.access, PUBLIC) ? 1 : 0',
      'a closed page takes the path of a public one',
    ],
    [
      "hash === undefined || !isInSite({ kind: 'collection', id })",
      'hash === undefined',
      'databases outside of the site are listed',
    ],
  ],
  'lib/site/prepare/tree.ts': [
    [
      'pages.get(node.id)?.block.alive === false) return false',
      'pages.get(node.id)?.block.alive === false) return true',
      'deleted pages are published',
    ],
  ],
  'lib/site/prepare/site-access.ts': [
    ['inheritAccess(fromAbove, ownAccess(node))', 'ownAccess(node)', 'a page below a closed page is public'],
    [
      'if (!isForMembers || settings.signIn) return decided',
      'return decided',
      'members pages are served without sign-in',
    ],
    [
      '.reduce(combineAccess, {',
      '.reduce((_, last) => last, {',
      'the last of two access words counts, not the strictest',
    ],
  ],
  'lib/site/prepare/history.ts': [
    [
      'if (old !== undefined && old !== page.path) next.former[old] = page.id',
      '',
      'a renamed page loses its old address',
    ],
    ['if (!mayRead(page.access, PUBLIC)) continue', '', 'the former path of a closed page is stored'],
  ],
  'lib/site/paths.ts': [['|| RESERVED.has(first) ||', '||', 'a page hides a route']],
  'lib/site/prepare/costly-pages.ts': [
    ['cost > BUDGETS.databases ||', 'true ||', 'each preparation checks pages that are shown completely'],
    ['|| shown.some(mayHaveManyColumns)', '', 'editors are not notified of boards without all columns'],
  ],
  'lib/site/prepare/reduced-rows.ts': [
    [
      'if (units <= BUDGETS.search) return false',
      'return false',
      'editors are not notified of formulas that are not searched',
    ],
    [
      'of getSearchedProperties(known)) read(row, property.id)',
      'of Object.keys(known.schema)) read(row, property)',
      'hidden formulas count for the search',
    ],
  ],
  'lib/site/prepare/prepare-site.ts': [
    ['return missing.length === 0', 'return true', 'a preparation is skipped although pages are missing'],
    ['|| !(await store.hasWholeState())', '', 'damaged derived values are not repaired'],
    ['isValid && !(await canReadAny(source, saved.unread))', 'isValid', 'a file that can be read again is not read'],
    ['(saved.due === null || saved.due > now)', 'true', 'a scheduled page never appears'],
  ],
  'lib/site/working-copy.ts': [
    ['env.signIn !== undefined, ', '', 'members pages do not change when sign-in is turned off'],
  ],
  'lib/site/refreshed-paths.ts': [
    [
      'if (mayRead(page.access, PUBLIC) && (isNew(page) || isAffected(page)))',
      'if (isNew(page) || isAffected(page))',
      'the paths of closed pages are returned',
    ],
  ],
  'lib/site/searched-properties.ts': [['&& !isAccessProperty(schema)', '', 'access words are found']],
  'lib/site/site.ts': [
    [
      'return page && mayRead(page.access, viewer) ? page : undefined\n  }\n\n  /** Returns the name of a collection',
      'return page\n  }\n\n  /** Returns the name of a collection',
      'closed pages are found by id',
    ],
    [
      'return found && mayRead(found.access, viewer) ? found.hash',
      'return found ? found.hash',
      'closed databases are shown',
    ],
    ['id === owner) && mayRead(access, viewer)', 'id === owner)', 'files of closed pages are served'],
    [
      'return owner !== undefined && this.page(owner, viewer) !== undefined',
      'return owner !== undefined',
      'synced blocks of closed pages are shown',
    ],
    ['!isHomePage(page) && mayList(page.access, PUBLIC))', '!isHomePage(page))', 'a 404 page suggests closed pages'],
    [
      'viewer, page.access)\n  }\n\n  children(',
      "viewer, page.access) ?? this.#byId.get(this.#translations.get(page.id)?.get(tag) ?? '')\n  }\n\n  children(",
      'closed translations are linked',
    ],
  ],
  'lib/site/resolve/find-page.ts': [
    [
      'if (page !== undefined && mayRead(page.access, viewer)) {',
      'if (page !== undefined) {',
      'closed pages are found by path',
    ],
    [
      "{ kind: 'gone' } : { kind: 'missing' }",
      "{ kind: 'missing' } : { kind: 'missing' }",
      'a deleted page is a 404, not a 410',
    ],
    ['&& !viewer.signedIn && index', '&& index', 'the existence of forbidden pages is revealed to members'],
    ['[tag ?? first, first]', '[first]', 'the tag of a language is found in one spelling only'],
    ['[tag ?? first, first]', '[tag ?? first]', 'a page with the path of a home page is found in one spelling only'],
  ],
  'lib/site/prepare/languages.ts': [
    ['pages.get(page)?.block.alive === true', 'true', 'a language is added although its home page is missing'],
    ['other.tag === tag || other.root === page', 'other.root === page', 'a language is added twice'],
    ['.some(isRootPage)', '.some(() => false)', 'a home page inside another does not inherit its access'],
  ],
  'lib/site/languages/translations.ts': [
    ['if (group.has(locale)) return', '', 'the last of several translations is chosen'],
    ['locale !== languages[0]?.tag && ', '', 'pages of the first language lose the first segment of their paths'],
  ],
  'lib/site/languages/interface-locale.ts': [
    [
      'getInterfaceLocale(site.forLanguage(page.locale))',
      'getEnv().locale',
      'interface texts on a page are in another language',
    ],
  ],
  'lib/site/lists.ts': [['&& mayList(page.access, viewer)).sort', ').sort', 'the archive lists closed pages']],
  'lib/site/prepare/post-databases.ts': [
    ["mark === 'yes' && canHavePosts(each)", "mark === 'yes'", 'any database becomes one of posts'],
  ],
  'lib/site/terms.ts': [['if (!mayList(page.access, viewer)) continue', '', 'the tags of closed pages are listed']],
  'lib/site/prepare/versions.ts': [
    [
      'JSON.stringify(page.access), ...page.files',
      '...page.files',
      'a page stays cached when a page that it shows is closed',
    ],
    ['...summarize(syncedPages),', '', 'a page stays cached when a synced block changes'],
    ['JSON.stringify([index.look, index.menu]),', '', 'pages stay cached when the branding changes'],
  ],
  'lib/site/site-branding.ts': [
    ['site?.name(PUBLIC) === undefined ? {}', 'false ? {}', 'the branding of a closed root page is shown'],
  ],
})
