import { MEMBERS } from '../../members-path'
import { findPageId } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { toPlainText } from '../../workspace/text'
import { decodePath, toPath } from '../paths'
import type { Access, SiteIndex, SitePage } from '../site-index'
import type { BuildInput } from './build-site'
import { findNestedRoots, getRoots } from './languages'
import { type BuildSettings, createSiteAccess } from './site-access'
import { createTree, isRoot, type TreeNode } from './tree'

/** A page or collection on the path from the root to a page, and its own access. */
export interface Step {
  kind: TreeNode['kind']
  id: Id
  title: string
  own: Access
  isTrashed: boolean
  /** Whether this step determines the access of the page. */
  decides: boolean
}

/** Explains who may read a page, and why. */
export interface Explanation {
  title: string
  /** Undefined if the page is in the snapshot but not part of the site. */
  page?: SitePage
  /** The steps from the root to the page. For a page outside of the site, they start at its topmost ancestor. */
  steps: Step[]
}

/** Finds a page by its id, its address on the site or in Notion, or its path. Returns undefined if there is none. */
export function findPageByReference(
  reference: string,
  { pages, formerPaths }: SiteIndex,
  siteUrl: string,
): Id | undefined {
  const id = findPageId(reference)
  if (id !== undefined) return id
  const written = (reference.startsWith(siteUrl) ? reference.slice(siteUrl.length) : reference)
    .replace(/[?#].*$/s, '')
    .replace(new RegExp(`^/?${MEMBERS}(?=/|$)`), '')
  const path = decodePath(written) ?? written
  const page = pages.find((each) => each.path === path) ?? pages.find((each) => each.path === toPath(path))
  return page?.id ?? (Object.hasOwn(formerPaths, path) ? formerPaths[path] : undefined)
}

/** Explains the access of a page by its ancestors. Returns undefined if the page is not in the snapshot. */
export function explainAccess(
  id: Id,
  input: BuildInput,
  index: SiteIndex,
  settings: BuildSettings,
): Explanation | undefined {
  const { pages, collections } = input
  if (!pages.has(id)) return undefined
  const roots = getRoots(index.root ?? undefined, index.languages)
  const tree = createTree(pages, collections)
  const { ownAccess } = createSiteAccess(input, tree, roots, settings)
  const nested = findNestedRoots(roots, tree)
  const ancestry: TreeNode[] = []
  for (let current: TreeNode | undefined = { kind: 'page', id }; current !== undefined; current = tree.above(current)) {
    // Stop at a cycle.
    if (ancestry.some((step) => step.kind === current?.kind && step.id === current.id)) break
    ancestry.unshift(current)
    if (isRoot(current, roots) && !nested.has(current.id)) break
  }
  const steps = ancestry.map((node) => ({
    ...node,
    title: getTitle(node, input),
    own: ownAccess(node),
    isTrashed: node.kind === 'page' && pages.get(node.id)?.block.alive === false,
    decides: false,
  }))
  const closing = steps.find((step) => step.own.kind === 'unpublished')
  for (const step of steps) step.decides = closing === undefined ? step.own.kind !== 'public' : step === closing
  return { title: steps.at(-1)?.title ?? '', page: index.pages.find((page) => page.id === id), steps }
}

function getTitle({ kind, id }: TreeNode, { pages, collections }: BuildInput): string {
  const block = kind === 'page' ? pages.get(id)?.block : undefined
  const title = toPlainText(block?.properties.title ?? []).trim()
  const collection = collections.get(block?.collection_id ?? id)
  return title || toPlainText(collection?.name ?? []).trim()
}
