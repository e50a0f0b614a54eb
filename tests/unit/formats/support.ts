import fc from 'fast-check'
import type { Nodes } from 'mdast'
import type { SiteIndex, SitePage } from '@/lib/site/site-index'
import { idOf } from '@/tests/support/records'

export const SITE = 'https://example.test'

/** A public page below the root, with what is not said left empty. */
export function sitePage(name: string, more: Partial<SitePage> = {}): SitePage {
  return {
    id: idOf(name),
    path: name,
    title: name,
    description: '',
    parent: idOf('root'),
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
    held: true,
    ...more,
  }
}

/** An index of a root page and these. */
export function indexOf(pages: SitePage[], more: Partial<SiteIndex> = {}): SiteIndex {
  return {
    format: 0,
    snapshot: 'one',
    syncedAt: 0,
    look: {},
    root: idOf('root'),
    name: 'Site',
    description: '',
    navigation: [],
    languages: [],
    menu: [],
    announcements: [],
    authors: {},
    redirects: {},
    hasBlogDatabase: false,
    postList: null,
    homeVersion: '',
    listsVersion: '',
    pages: [sitePage('root', { path: '', parent: null }), ...pages],
    collections: {},
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

/** Texts that try to be something else: markup, control characters, halves of letters, none, and very long ones. */
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

/** Moments in milliseconds since 1970, also those that are none or that no calendar of four digits has. */
export const moments = fc.oneof(
  fc.integer({ min: 0, max: Date.UTC(2026, 0, 1) }),
  fc.constantFrom(0, -1, Number.NaN, 8.65e15, -8e15, Date.UTC(9999, 11, 31), 253_402_300_800_000),
)

/** All words of a tree of Markdown, and where its lines end. */
export function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value
  if (node.type === 'break') return '\n'
  return 'children' in node ? node.children.map(wordsOf).join('') : ''
}
