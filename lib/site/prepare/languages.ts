import { parseLanguageTag } from '../../language-tags'
import type { LanguageRow } from '../../workspace/read/site-tables'
import type { Id } from '../../workspace/record-map'
import type { PageRecord } from '../../workspace/stored'
import type { SiteLanguage } from '../site-index'
import { createInheritance, type Tree, type TreeNode } from './tree'

/** Each page links to itself in all languages. */
const MAX_LANGUAGES = 50

/** A language that is left out: its tag is unknown, its page is not there, another language has its tag or page, or there are too many. */
export interface LanguageProblem {
  kind: 'wrong-language'
  why: 'unknown' | 'no-page' | 'twice' | 'too-many'
  text: string
}

interface LanguageInput {
  root: Id | undefined
  /** The languages that the operator names, which replace those of the workspace. */
  languages: readonly LanguageRow[]
  pages: ReadonlyMap<Id, PageRecord>
}

/**
 * Returns the languages of the site, the first with the root page; none if there is only one. They are those of the operator, or of the
 * `Languages` table on the root page. `locale` is the language of a root page that the table does not name.
 */
export function chooseLanguages(
  { root, languages, pages }: LanguageInput,
  locale: string,
  tree: Tree,
): { languages: SiteLanguage[]; problems: LanguageProblem[] } {
  const rows = languages.length > 0 ? languages : (pages.get(root ?? '')?.languages ?? [])
  if (root === undefined || rows.length === 0) return { languages: [], problems: [] }
  const own = rows.find(({ page, tag }) => page === root && parseLanguageTag(tag) !== undefined)
  const chosen: SiteLanguage[] = [{ tag: parseLanguageTag(own?.tag ?? '') ?? locale, root }]
  const problems: LanguageProblem[] = []
  for (const row of rows) {
    if (row === own) continue
    const { tag: text, page = '' } = row
    const tag = parseLanguageTag(text)
    const isThere = pages.get(page)?.block.alive === true && !isInCircle(page, tree)
    if (tag === undefined) problems.push({ kind: 'wrong-language', why: 'unknown', text })
    else if (!isThere) problems.push({ kind: 'wrong-language', why: 'no-page', text })
    else if (chosen.some((other) => other.tag === tag || other.root === page)) {
      problems.push({ kind: 'wrong-language', why: 'twice', text })
    } else if (chosen.length < MAX_LANGUAGES) chosen.push({ tag, root: page })
    else problems.push({ kind: 'wrong-language', why: 'too-many', text })
  }
  return { languages: chosen.length > 1 ? chosen : [], problems }
}

/** Returns the root pages of a site: one for each language, the first of which is at `/`. */
export function getRoots(root: Id | undefined, languages: readonly SiteLanguage[]): Id[] {
  if (languages.length > 0) return languages.map((language) => language.root)
  return root === undefined ? [] : [root]
}

/** Returns a function that finds the language of a page: that of the nearest root page above. */
export function createLanguageFinder(languages: readonly SiteLanguage[], tree: Tree): (page: Id) => string | undefined {
  const tags = new Map(languages.map(({ tag, root }) => [root, tag]))
  const find = createInheritance<string | undefined>(
    tree.above,
    ({ kind, id }, fromAbove) => (kind === 'page' ? tags.get(id) : undefined) ?? fromAbove,
  )
  return (id) => (tags.size === 0 ? undefined : find({ kind: 'page', id }))
}

/** Whether a page is its own ancestor. Such a page has no access from above, so it cannot be a root page. */
function isInCircle(page: Id, tree: Tree): boolean {
  return [...listAncestors(page, tree)].some(({ kind, id }) => kind === 'page' && id === page)
}

/** Lists the pages and collections above a page, each once. */
function* listAncestors(page: Id, tree: Tree): Generator<TreeNode> {
  const seen = new Set<string>()
  for (let at = tree.above({ kind: 'page', id: page }); at !== undefined; at = tree.above(at)) {
    const key = `${at.kind} ${at.id}`
    if (seen.has(key)) return
    seen.add(key)
    yield at
  }
}

/** Returns the root pages that lie inside another root page. They inherit its access. The first one inherits nothing. */
export function findNestedRoots(roots: readonly Id[], tree: Tree): ReadonlySet<Id> {
  const isRootPage = ({ kind, id }: TreeNode) => kind === 'page' && roots.includes(id)
  return new Set(roots.slice(1).filter((root) => [...listAncestors(root, tree)].some(isRootPage)))
}
