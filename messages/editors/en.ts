import { formatCount } from '../plural'

/** Texts for editors, in the dashboard and in the terminal. Never sent to visitors. */
export const editors = {
  untitled: 'Untitled',
  pages: (count: number) => formatCount(count, 'page'),
  files: (count: number) => formatCount(count, 'file'),
  failedFile: (file: string, reason: string) => `The file ${file}: ${reason}`,
  wrong: (count: number) => (count === 1 ? '1 thing is wrong' : `${count} things are wrong`),
  notes: (count: number) => formatCount(count, 'note'),
  nothingWrong: 'Nothing is wrong',
  more: (count: number) => `and ${count} more`,
  /** Why a page is not published; read after the page's title. */
  reason: {
    accessEmpty: 'its Access is empty',
    accessUnknown: (word: string) =>
      `its Access is “${word}”, which is not a valid value (Public, Unlisted, Members, or an organization)`,
    noOrganization: 'it is open to no organization that may also read the pages above it',
    publicUnticked: 'its Public box is not ticked',
    statusEmpty: 'its Status is empty',
    status: (status: string) => `its Status is “${status}”`,
    dateUnreadable: 'its Publish at is not a date',
    form: 'it is an answer to a form',
    password: 'it has a password, and SITE_SECRET is not set',
    passwordUnusable:
      'its password is blank, longer than 256 characters, computed, or one of several, so that it cannot be typed',
    scheduled: (moment: string) => `it is scheduled for ${moment}`,
    wrongType: (property: string, type: string) =>
      `the property ${property} is of the type “${type}”, which cannot restrict access`,
    noPage: (type: string) =>
      type === '' ? 'its type is empty' : `its type is “${type}”, which is neither a post nor a page`,
    noSignIn: 'it is for members only, and sign-in is not set up',
  },
  finding: {
    unreadableFile: (file: string, reason: string) => `The file ${file} cannot be read: ${reason}`,
    failedFile: (file: string, reason: string) => `The file “${file}” could not be loaded: ${reason}`,
    unconvertedPicture: (file: string) =>
      `The picture “${file}” is a HEIC file that could not be converted, so visitors see a link to it: replace it with a JPEG file`,
    largeHtml: (file: string, kilobytes: number) =>
      `The HTML file “${file}” is larger than ${kilobytes} kB, so visitors see a link to it: make it smaller`,
    unreadablePage: 'Cannot be read, and there is no last good copy',
    duplicatePath: (path: string, preferredPath: string) =>
      `Has the address ${path}, because another page has ${preferredPath}: give one of them a Slug`,
    reservedPath: (path: string, preferredPath: string) =>
      `Has the address ${path}, because ${preferredPath} is an address of the site itself: give it a Slug`,
    indexPath: (path: string, preferredPath: string) =>
      `Has the address ${path}, because no page can have ${preferredPath}, which ends in index: write another Slug`,
    slugAddress:
      'The Slug is an address to which the page cannot lead: an address of another site begins with http:// or https://, has no user name, and is not one of Notion; a page with a password leads nowhere else',
    hidesList: (path: string) =>
      `Has the address ${path}, so that the site’s list of that name is not shown: give the page another Slug`,
    deadLink: (to: string, link?: string) =>
      `${link ? `The link “${link}” leads` : 'Links'} to ${to}, which is not a page of the site`,
    unsupportedBlock: (type: string) =>
      `Contains a block of type “${type}”, of which only the text, a link or the name is shown`,
    unsupportedView: (type: string) => `Contains a view of type “${type}”, which is not shown`,
    imagesWithoutAlt: (count: number) =>
      count === 1 ? 'Has a picture without alt text' : `Has ${count} pictures without alt text`,
    noDescription: 'Has neither a description nor text to create one from',
    missingFonts: (command: string) =>
      `The title has letters that its social image leaves out, because their font is not installed. To install it, run: ${command}`,
    wrongAccess: (reason: string) => `Is not published, because of a mistake: ${reason}`,
    notPublished: (reason: string) => `Is not published: ${reason}`,
    closedLink: (to: string, link?: string) =>
      `${link ? `The link “${link}” leads` : 'Links'} to “${to}”, which is not public: visitors see the text without a link`,
    looseFootnote: (marker: string) =>
      `The footnote “${marker}” is shown as text, because its marker or its note at the end of the page is missing`,
    unknownFilter: (view: string) => `Part of the filter of the view “${view}” is not supported and is ignored`,
    meFilter: (view: string) =>
      `The view “${view}” is filtered by “Me”, which matches no person for visitors and members: it shows them no rows of a person`,
    reduced: {
      code: (text: string) => `The code “${text}” is too long, or has too long lines, to be highlighted`,
      diagram: (text: string) => `The diagram “${text}” is too large or may load pictures, so its source is shown`,
      equation: (text: string) =>
        `The equation “${text}” is too long, or its page has too many equations, so its source is shown`,
      property: (name: string) =>
        `The property “${name}” has too many values, or values that take too much work to compute, so only a part of them is shown`,
    },
    columnsLeftOut: (view: string) =>
      `The board “${view}” has too many columns to show all of them: those without rows are left out`,
    rowsOnRequest:
      'Its databases have too many rows to show all of them at once: visitors load the rows of the last ones with a button',
    wrongLook: (what: string, text: string, example: string) =>
      `The Look table has an invalid value “${text}” for ${what}. Example: ${example}`,
    unknownLookTableRow: (row: string, nearest: string) =>
      `The Look table has an unknown row “${row}”: did you mean “${nearest}”?`,
    navigationTarget: (title: string, to: string) => `The Navigation table links “${title}” to nothing public: “${to}”`,
    wrongComments: (text: string) => `Has no comments, because Comments is “${text}”: use on, off or closed`,
    wrongLayout: (text: string) => `Has the unknown layout “${text}”: use wide, plain or landing`,
    wrongSeo: {
      canonical: (text: string) =>
        `Canonical is “${text}”, which is neither an https address nor a public page of the site`,
      noindex: (text: string) => `Noindex is “${text}”: use yes or no`,
      title: (text: string) => `The SEO title is too long, so the page's own title is used: “${text}”`,
      description: (text: string) =>
        `The SEO description is too long, so the page's own description is used: “${text}”`,
      image: (text: string) =>
        `The social image is “${text}”, which is neither an https address nor an uploaded picture`,
      translation: (text: string) => `The Translation is “${text}”, which is no page of the site in another language`,
    },
    misnamed: {
      renamed: (property: string, name: string) =>
        `The property “${property}” was named ${name} and still restricts who may read the rows. Name it ${name} again, or delete it or all of its values`,
      misspelt: (property: string, name: string) =>
        `The property “${property}” has values that restrict access, and counts as ${name}. Name it ${name}, or give it a different name`,
      'without-published': (property: string) =>
        `The property “${property}” had an option that publishes rows, and has none now, so none of the rows is published. Name an option Published again, or delete the property`,
      near: (property: string, name: string) =>
        `The property “${property}” does not restrict who may read the rows. If it should, name it ${name}. Otherwise, give it a different name`,
      heading: {
        renamed: (heading: string, name: string) =>
          `The table with “${heading}” in its heading row was headed ${name} and still restricts who may read its pages. Write ${name} in its heading row again, or delete the table`,
        misspelt: (heading: string, name: string) =>
          `The table with “${heading}” in its heading row counts as the ${name} table. Write ${name} in its heading row`,
        near: (heading: string, name: string) =>
          `The table with “${heading}” in its heading row does not restrict who may read its pages. If it should, write ${name} there`,
      },
    },
    accessTable: 'the Access table',
    protection: (by: readonly string[], closed: number, rows: number) =>
      by.length === 0
        ? `no property and no table restricts who may read the rows: ${rows - closed} of ${formatCount(rows, 'row')} ${rows - closed === 1 ? 'is' : 'are'} open to everyone`
        : `restricted by ${by.join(', ')}: ${closed} of ${formatCount(rows, 'row')} ${closed === 1 ? 'is' : 'are'} not open to everyone`,
    wrongLanguage: {
      unknown: (text: string) =>
        `“${text}” is not the tag of a language, so it is left out: write a tag such as en or zh-CN`,
      'no-page': (text: string) => `The language “${text}” is left out: its home page is not in the workspace`,
      twice: (text: string) => `The language “${text}” is left out: another one has the same tag or the same home page`,
      'too-many': (text: string) => `The language “${text}” is left out: a site has at most 50 languages`,
    },
    failedComponent: (file: string, reason: string) => `${file} failed (${reason}): the built-in part is shown`,
    slowPage: 'Takes too long: code, equations, formulas and rollups are shown in a reduced form. Shorten or split it',
    slowPageHidden: 'Takes too long even in its reduced form and is not shown. Shorten or split it',
    noRoot: (count: number, candidates: readonly string[]) =>
      `${count} pages are at the top level of the workspace and none is the root page: set NOTION_ROOT_PAGE to the id of one of them, such as ${candidates.join(' or ')}`,
    notCopied: 'Its text has not been copied from the workspace yet',
    contentMissing: 'Its text is not in the workspace: its file refers to blocks that do not exist',
    apiLosses: (losses: readonly string[]) =>
      `Notion’s official API does not return ${losses.join(', ')}: defaults are shown`,
    /** What the API does not return, as a part of that sentence. */
    loss: {
      style: 'full width, small text and fonts of pages',
      'cover-position': 'the position of the cover',
      'media-size': 'sizes and alignment of media and embeds',
      'alt-text': 'alt texts of pictures (captions are used)',
      'file-size': 'sizes of files',
      'table-columns': 'widths and colors of columns of simple tables',
      'code-wrap': 'whether code is wrapped',
      bookmark: 'titles, texts and pictures of bookmarks',
      preview: 'previews of links',
      'time-zone': 'names of time zones (the offset is shown)',
      'property-order': 'order and visibility of properties on the page',
      'view-settings': 'icons, load limits, footers, hidden groups and the order of groups and views',
      transcript: 'transcripts of meetings',
    },
    unsharedProperty: (property: string, database: string, related?: string) =>
      `The values of “${property}” in the database “${database}” are unknown: share ${related ? `the database “${related}”` : 'the database that it relates to'} with the connection whose token is NOTION_INTEGRATION_TOKEN (open it in Notion, ••• → Connections)`,
    withheldResults: (property: string, rows: string[], count: number) =>
      `The results of the formula “${property}” are not shown for ${formatCount(count, 'row')} (${rows.join(', ')}${rows.length < count ? ', …' : ''}), because they depend on rows that some readers may not read`,
    menuTarget: (text: string) =>
      text === ''
        ? 'Is a menu row without an address: fill in its slug'
        : `Is a menu row that leads to “${text}”, which is not an address of the site`,
    redirect: {
      taken: (from: string) => `The redirect from “${from}” is not used: the site has something at that address`,
      address: (from: string) =>
        `The redirect from “${from}” is not used: write a path of the site, such as /former-address`,
      target: (from: string, to: string) =>
        `The redirect from “${from}” leads to “${to}”, which is neither an address of the site nor one with https://`,
      loop: (from: string, to: string) => `The redirect from “${from}” to “${to}” is part of a loop and is not used`,
      wildcard: (from: string, to: string) =>
        `The redirect from “${from}” to “${to}” is not used: a * may only be the end of an address, such as /2019/*, and of its target`,
      duplicate: (from: string) =>
        `The redirect from “${from}” is not used, because an earlier row has the same address`,
      'too-many': (from: string) =>
        `The redirect from “${from}” and those below it are not used, because the table has too many rows`,
      source: (_from: string, to: string) =>
        `The redirect to “${to}” is not used: write the former path in the first cell of its row`,
      status: (from: string) =>
        `The redirect from “${from}” is not used: its status must be one of 301, 302, 307, 308 and 410`,
      gone: (from: string, to: string) =>
        `The redirect from “${from}” is not used: 410 has no target, but its row has “${to}”`,
    },
    authorPicture: (name: string, text: string) =>
      `The picture of the author ${name} is not an address that starts with https://: ${text}`,
    unusedConfig: (names: string) => `These settings of Config rows have no effect: ${names}`,
    missingView: 'Shows a view of a database that could not be read: copy it into the site, or remove the view',
    formulasNotSearched:
      'The formulas of all rows are too much work for the search, so the values of some cannot be found: make them simpler, or hide them on the pages of the rows',
    textCut: 'Its text is too long to be searched whole: split it, or the end of it cannot be found',
    database: (name: string, text: string) => `The database “${name}”: ${text}`,
  },
  /** What an editor should do about a finding, by its kind. The texts of other findings contain it. */
  remedy: {
    'api-losses': 'to have them, set NOTION_TOKEN_V2 in place of NOTION_INTEGRATION_TOKEN',
    'author-picture': 'upload the picture, or write such an address',
    'closed-link': 'publish that page, or remove the link',
    'columns-left-out': 'to show them, group the board by another property',
    'content-missing': 'run the sync again, or correct the file',
    'dead-link': 'correct the link, or remove it',
    draft: 'to publish it, change that',
    'failed-component': 'correct the component',
    'failed-file': 'upload the file again in Notion, or remove it',
    'images-without-alt': 'write one in Notion (menu of the picture → Alt text)',
    'loose-footnote':
      'write a paragraph at the end of the page that begins with the marker and a colon, or remove the marker',
    'me-filter': 'filter by another person or property',
    'menu-target': 'correct the slug',
    'navigation-target': 'correct the row, or publish that page',
    'no-description': 'fill in its Description, or write a paragraph',
    'not-copied': 'wait for the next sync, or run npm run sync',
    redirect: 'correct the row, or delete it',
    reduced: 'make it smaller, or split it',
    'rows-on-request': 'to show them, move a database to a page of its own',
    scheduled: 'wait until then, or change Publish at',
    'unknown-filter': 'use another filter in Notion',
    'unreadable-file': 'correct the file, or remove it',
    'unreadable-page': 'share it again, or run the sync again',
    'unsupported-block': 'use another block if visitors should see more',
    'unsupported-view': 'use another kind of view',
    'unused-config': 'correct their names, or delete the rows',
    'withheld-results': 'publish these rows, or simplify the formula',
    'wrong-access': 'correct the value',
    'wrong-language': 'correct the row, or delete it',
    'wrong-seo': 'correct the value, or clear it',
  },
  /** One sentence. */
  withRemedy: (text: string, remedy: string) => `${text}; ${remedy}`,
  check: {
    noPage: (text: string) => `There is no page “${text}” in the snapshot: use an id, an address or a path`,
    notOfSite: 'is not part of the site',
    inTrash: 'it, or something that contains it, is in the trash',
    notBelowRoot: 'its parent pages do not lead to the root page',
    public: 'is shown to everyone',
    members: 'is shown to members',
    organizations: (slugs: string) => `is shown to members of ${slugs}`,
    closed: 'is not visible to anyone',
    locked: (audience: string) => `${audience}, after its password`,
    unlisted: (audience: string) => `${audience}, but is in no list`,
    way: 'From the root:',
    database: 'database',
    noSetting: 'has no access setting',
    decides: '← this decides',
    seo: 'For search engines:',
    unreadable: 'It cannot be read at the moment.',
    unknownOrganization: (name: string) =>
      `The sign-in service has no organization “${name}”: anyone who may create one could claim this slug`,
    organizationsUnchecked: 'The sign-in service did not respond, so the names of organizations were not checked',
  },
  /** The links that show drafts to visitors, on the editor dashboard. */
  previews: {
    title: 'Preview links',
    hint: 'A preview link shows a draft to someone without an account, as everyone will read it. It ends when the page is published, when it expires or when you revoke it.',
    page: 'Draft: its address, here or in Notion',
    lifetime: 'Valid for',
    hasSubpages: 'With the pages below it and the rows of its databases, also drafts',
    make: 'Make a link',
    until: (moment: string) => `Valid until ${moment}`,
    withSubpages: 'with the pages below it',
    revoke: 'Revoke',
    revokeAll: 'Revoke all links',
    none: 'There are no valid links.',
    unreadable: 'The links cannot be read at the moment.',
    outcomes: {
      made: 'The link is in the list below. Anyone who has it can read the draft.',
      revoked: 'Revoked.',
      'no-secret': 'Preview links need SITE_SECRET: set it to a long random text and restart the site.',
      'no-page': 'The site has no such page: use its address, or its id.',
      published: 'The page is published: send its address.',
      closed:
        'The page has no preview: it is for members, has a password or an access setting with a mistake. “Who can read a page” above says why.',
      lifetime: 'A link can be valid for 1 hour (1h) to 90 days (90d).',
      full: 'There are too many links: revoke some that are no longer needed.',
      'not-ready': 'The site is not ready yet: try again in a moment.',
    },
  },
  /** What the site counts, on the dashboard. */
  statistics: {
    title: 'Readers',
    views: (count: number, days: number) => `${formatCount(count, 'view')} in ${formatCount(days, 'day')} (UTC).`,
    hint: 'Counted without visitors, addresses and cookies. Bots are left out by their names. A shared cache in front of the site hides views.',
    download: 'Download as CSV',
    pages: 'Pages',
    missing: 'Addresses that do not exist',
    searches: 'Searches without result, of at least five visitors or days',
    referrers: 'Sites that led here',
    helpful: 'Whether pages were helpful',
    votes: (yes: number, no: number) => `${yes} yes, ${no} no`,
    written: 'What readers wrote',
    suggestion: (path: string) => `Redirect to ${path}?`,
  },
  desk: {
    access: {
      title: 'Who can read a page',
      page: 'Page: its address, or a part of its title',
      as: 'Visitor',
      signedOut: 'someone who is not signed in',
      anyMember: 'a member without an organization',
      member: (name: string) => `a member of ${name}`,
      explain: 'Explain',
      readable: (who: string) => `Can be read by ${who}.`,
      unreadable: (who: string) => `Cannot be read by ${who}.`,
    },
    title: 'Editor dashboard',
    degraded: 'The site is degraded',
    sync: 'Last sync',
    refresh: 'Refresh now',
    requested: 'Requested. Changes will appear here in a moment.',
    never: 'No sync has run yet.',
    neverSynced: 'This site serves a folder, which no sync changes.',
    readFolder: 'Read the folder again',
    folder:
      'This site serves a folder. The button reads its files again. It copies nothing from Notion: changes there appear after the folder is updated.',
    folderRequested: 'Requested. Changed files of the folder will appear here in a moment.',
    state: 'State',
    running: 'Running',
    done: 'Done',
    refused: 'Refused',
    failed: 'Failed',
    full: 'full copy',
    difference: 'changes only',
    started: 'Started',
    finished: 'Finished',
    progress: 'Progress',
    calls: (count: number) => formatCount(count, 'call'),
    changed: 'What it changed',
    nothingChanged: 'Nothing changed.',
    added: 'added',
    changedPage: 'changed',
    moved: 'moved',
    removed: 'removed',
    failedPages: 'What failed',
    published: (shown: number, all: string) => `${shown} of ${all} are public.`,
    lint: 'To fix',
    notes: 'Good to know',
    protection: 'What protects each database',
    viewPage: 'View page',
    handbook: 'Handbook',
    webhook: 'The webhook’s verification token',
    webhookHint: 'Paste it into Notion, set NOTION_WEBHOOK_TOKEN to it, and restart the site.',
  },
}
