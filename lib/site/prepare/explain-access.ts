import { pageIdIn } from '../../workspace/ids'
import type { Id } from '../../workspace/record-map'
import { plainText } from '../../workspace/text'
import { decodePath, toPath } from '../paths'
import type { Access, SiteIndex, SitePage } from '../site-index'
import type { BuildInput } from './build'
import { type BuildSettings, createDecisions } from './decisions'
import { createTree, type Holder, isRoot } from './tree'

/** One step of a page's way from the root, and what is said of it there. */
export interface Step {
  kind: Holder['kind']
  id: Id
  title: string
  own: Access
  isTrashed: boolean
  /** Whether what is said here is the strictest word on the way, which counts. */
  decides: boolean
}

/** Why a page is shown or not, and to whom. */
export interface Explanation {
  title: string
  /** Undefined: the page is in the snapshot, but not a part of the site. */
  page?: SitePage
  /** From the root down to the page itself; of a page that is no part of the site, from where its way up ends. */
  steps: Step[]
}

/** The page that is meant by an id, an address here or in the workspace, or a path; undefined when there is none. */
export function findMeantPage(words: string, { pages, formerPaths }: SiteIndex, siteUrl: string): Id | undefined {
  const id = pageIdIn(words)
  if (id !== undefined) return id
  const written = (words.startsWith(siteUrl) ? words.slice(siteUrl.length) : words).replace(/[?#].*$/s, '')
  const path = decodePath(written) ?? written
  const page = pages.find((each) => each.path === path) ?? pages.find((each) => each.path === toPath(path))
  return page?.id ?? (Object.hasOwn(formerPaths, path) ? formerPaths[path] : undefined)
}

/** Follows a page's way up and says what decides about it; undefined when the snapshot does not hold the page. */
export function explainAccess(
  id: Id,
  input: BuildInput,
  index: SiteIndex,
  settings: BuildSettings,
): Explanation | undefined {
  const { pages, collections } = input
  if (!pages.has(id)) return undefined
  const root = index.root ?? undefined
  const tree = createTree(pages, collections)
  const { own } = createDecisions(input, tree, root, settings)
  const way: Holder[] = []
  for (let at: Holder | undefined = { kind: 'page', id }; at !== undefined; at = tree.above(at)) {
    // A way that comes back to itself leads nowhere.
    if (way.some((step) => step.kind === at?.kind && step.id === at.id)) break
    way.unshift(at)
    if (isRoot(at, root)) break
  }
  const steps = way.map((of) => ({
    ...of,
    title: getTitle(of, input),
    own: own(of),
    isTrashed: of.kind === 'page' && pages.get(of.id)?.block.alive === false,
    decides: false,
  }))
  const closing = steps.find((step) => step.own.kind === 'unpublished')
  for (const step of steps) step.decides = closing === undefined ? step.own.kind === 'members' : step === closing
  return { title: steps.at(-1)?.title ?? '', page: index.pages.find((page) => page.id === id), steps }
}

function getTitle({ kind, id }: Holder, { pages, collections }: BuildInput): string {
  const block = kind === 'page' ? pages.get(id)?.block : undefined
  const title = plainText(block?.properties.title ?? []).trim()
  const collection = collections.get(block?.collection_id ?? id)
  return title || plainText(collection?.name ?? []).trim()
}
