import fc from 'fast-check'
import type { Nodes } from 'mdast'
import type { SiteIndex, SitePage } from '@/lib/site/site-index'
import { createId } from '@/tests/support/records'

export const SITE = 'https://example.test'

/** Creates a public page below the root. Fields that are not given are empty. */
export function sitePage(name: string, more: Partial<SitePage> = {}): SitePage {
  return {
    id: createId(name),
    path: name,
    title: name,
    description: '',
    parent: createId('root'),
    children: [],
    backlinks: [],
    collections: [],
    files: [],
    created: 1,
    edited: 1,
    tags: [],
    language: 'en',
    direction: 'ltr',
    words: 10,
    access: { kind: 'public' },
    hash: 'hash',
    version: name,
    readable: true,
    hasStoredContent: true,
    ...more,
  }
}

/** Creates an index of a root page and the given pages. */
export function createIndex(pages: SitePage[], more: Partial<SiteIndex> = {}): SiteIndex {
  return {
    format: 0,
    snapshot: 'one',
    syncedAt: 0,
    look: {},
    root: createId('root'),
    name: 'Site',
    description: '',
    navigation: [],
    languages: [],
    menu: [],
    links: [],
    announcements: [],
    authors: {},
    redirects: { exact: {}, queries: {}, wildcards: [] },
    starterKitPaths: {},
    hasBlogDatabase: false,
    postList: null,
    homeVersion: '',
    listsVersion: '',
    pages: [sitePage('root', { path: '', parent: null }), ...pages],
    collections: {},
    comments: {},
    synced: {},
    formerPaths: {},
    gone: {},
    unreadable: [],
    isFilling: false,
    removed: [],
    due: null,
    ...more,
  }
}

const SIGNS = `<>&"'\\\`*_[]{}()#|~$!-+=@:;/?\u0000\u0007\u001b\u007f\ufffe\ud800\u2028 \n\tabcé中א🎉`

/** Hostile texts: markup, control characters, lone surrogates, empty and very long texts. */
export const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom(...SIGNS.split('')), maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ']]>',
    '</script><script>alert(1)</script>',
    '<!--',
    '--><b>',
    '&amp;',
    '" onload="',
    '\u2028',
    'x'.repeat(2000),
  ),
)

/** Times in milliseconds since 1970, including invalid ones and years with more than four digits. */
export const timestamps = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2026, 0, 1) }),
  fc.constantFrom(0, -1, Number.NaN, 8.65e15, -8e15, Date.UTC(9999, 11, 31), 253_402_300_800_000),
)

/** Returns the text of a Markdown tree, including line breaks. */
export function getTreeText(node: Nodes): string {
  if ('value' in node) return node.value
  if (node.type === 'break') return '\n'
  return 'children' in node ? node.children.map(getTreeText).join('') : ''
}
