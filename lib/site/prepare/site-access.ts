import { findFormCollections } from '../../workspace/read/forms'
import type { LanguageRow } from '../../workspace/read/site-tables'
import type { Collection, Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import { type AccessSettings, addDrafts, combineAccess, getRowAccess, inheritAccess, parseAccessWords } from '../access'
import type { Access } from '../site-index'
import { findNestedRoots } from './languages'
import { createInheritance, createMembershipTest, isRoot, type Tree, type TreeNode } from './tree'

export interface BuildSettings extends AccessSettings {
  /** Whether sign-in is configured. Without it, members-only pages count as not published. */
  signIn: boolean
  /** The public address of the site, which links to it may begin with. */
  siteUrl: string
  /** The title of pages without a title. */
  untitled: string
  /** The name of sites without a root page. */
  unnamed: string
  /** The language of the interface, and of a root page whose language nothing names. */
  locale: string
  /** The packages of fonts that are installed for social images. Without them, missing ones are not found. */
  fonts?: ReadonlySet<string>
  /** The names of the themes. Without them, unknown ones are not found. */
  themes?: readonly string[]
  /** Whether pages may have comments. Without them, values of their property are not checked. */
  hasComments?: boolean
  /** The addresses of the files that the site folder adds. Without them, redirects lead to no such file. */
  publicFiles?: ReadonlySet<string>
}

/** The access of the pages and collections of a site. */
export interface SiteAccess {
  /** Returns the access that is set for the page or collection itself. */
  ownAccess(node: TreeNode): Access
  /** Returns the strictest access on the path from the root. */
  access(node: TreeNode): Access
}

interface AccessInput {
  pages: ReadonlyMap<Id, PageRecord>
  collections: ReadonlyMap<Id, Collection>
  /** The languages that the operator names. */
  languages?: readonly LanguageRow[]
}

/** Reads the access settings of the workspace: the properties of rows, and the `Access` tables on the root pages. */
export function createSiteAccess(
  { pages, collections, languages = [] }: AccessInput,
  tree: Tree,
  roots: readonly Id[],
  settings: BuildSettings,
): SiteAccess {
  // The table of a language's home page counts even if a mistake leaves the language out.
  const named = [...languages, ...(pages.get(roots[0] ?? '')?.languages ?? [])].flatMap(({ page }) => page ?? [])
  const tables = [...new Set([...roots, ...named])].map((id) => pages.get(id)?.accessTable ?? {})
  const nested = findNestedRoots(roots, tree)
  const getTableAccess = (id: Id): Access =>
    tables
      .flatMap((table) => (Object.hasOwn(table, id) ? (table[id] ?? '').split('\n') : []))
      // Each line is a row of a table. An empty one closes the page.
      .map((line) => parseAccessWords(line.split(',')))
      .reduce(combineAccess, { kind: 'public' })
  const getSetAccess = (node: TreeNode): Access => {
    if (node.kind === 'collection') {
      const parent = collections.get(node.id)?.parent_id
      return combineAccess(getTableAccess(node.id), parent === undefined ? { kind: 'public' } : getTableAccess(parent))
    }
    const block = pages.get(node.id)?.block
    const collection = block?.parent_table === 'collection' ? collections.get(block.parent_id) : undefined
    const words = getTableAccess(node.id)
    return block && collection ? combineAccess(words, getRowAccess(block, collection, settings)) : words
  }
  const createDecision = (own: (node: TreeNode) => Access) =>
    createInheritance<Access>(
      (node) => (isRoot(node, roots) && !nested.has(node.id) ? undefined : tree.above(node)),
      (node, fromAbove) => {
        const access = fromAbove === undefined ? own(node) : inheritAccess(fromAbove, own(node))
        return addDrafts(access, fromAbove, node.kind === 'page' ? node.id : undefined)
      },
    )
  const forms = findForms(pages, createMembershipTest(tree, pages, roots), createDecision(getSetAccess))
  const ownAccess = (node: TreeNode): Access =>
    node.kind === 'collection' && forms.has(node.id)
      ? { kind: 'unpublished', reason: { why: 'form' } }
      : getSetAccess(node)
  const decide = createDecision(ownAccess)
  const access = (node: TreeNode): Access => {
    const decided = decide(node)
    const isForMembers = decided.kind === 'members' || (decided.kind === 'locked' && decided.audience !== undefined)
    if (!isForMembers || settings.signIn) return decided
    return { kind: 'unpublished', reason: { why: 'no-sign-in' } }
  }
  return { ownAccess, access }
}

/** Returns the collections of which the site shows only forms. `access` is that without regard to forms. */
function findForms(
  pages: ReadonlyMap<Id, PageRecord>,
  isMember: (node: TreeNode) => boolean,
  access: (node: TreeNode) => Access,
): ReadonlySet<Id> {
  const all = [...pages.values()]
  if (all.every(({ forms }) => forms === undefined)) return new Set()
  const isPublished = (node: TreeNode) => isMember(node) && access(node).kind !== 'unpublished'
  return findFormCollections(all.filter(({ id }) => isPublished({ kind: 'page', id })))
}
