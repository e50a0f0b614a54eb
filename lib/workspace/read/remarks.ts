import { getSections, getTypeName, isBlockType, isDashboard } from '../block-traits'
import { createPageBudgets, LIMITS, type PageBudgets } from '../budget'
import { estimateCodeWork } from '../code-languages'
import { isDiagram, isDrawn } from '../diagrams'
import { findPageId } from '../ids'
import { readLosses } from '../losses'
import { createViewFilter } from '../query/filters'
import type { Block, Collection, CollectionView, Id, RichText } from '../record-map'
import type { Reduced, Remarks, ShownCollection, StoredPage } from '../stored'
import { isViewType } from '../supported'
import { cutExcerpt, toPlainText } from '../text'
import { isShownView } from './chart-settings'
import { findLooseMarkers } from './footnotes'
import { isTextCut } from './page-text'
import { getSource, isHtmlBlock } from './sources'
import { renderTex } from './tex'

const DATABASES: ReadonlySet<string> = new Set(['collection_view', 'collection_view_page'])
/** The maximum number of remarks of one kind. */
const MAX_REMARKS = 100

/** Finds remarks about a page's own blocks. Returns undefined if there are none. */
export function findRemarks(
  own: readonly Block[],
  stored: StoredPage,
  collections: Readonly<Record<Id, Collection>>,
): Remarks | undefined {
  const alive = own.filter((block) => block.alive)
  const addresses = alive.flatMap(getAddresses)
  const inner = new Set(addresses.filter((address) => !isAbsoluteUrl(address)).map(findPageId))
  const databases = alive.map((block) => getViewRemarks(block, stored, collections))
  const views = databases.flat()
  const remarks: Remarks = {
    blocks: removeDuplicates(alive.flatMap(getReducedType)),
    views: removeDuplicates(views.filter(({ isShown }) => !isShown).map(({ type }) => type)),
    imagesWithoutAlt: alive.filter(lacksAlt).length,
    htmlFiles: removeDuplicates(alive.filter(isHtmlBlock).flatMap((block) => getSource(block) ?? [])),
    paths: removeDuplicates(addresses.flatMap(getSitePath)),
    addresses: removeDuplicates(addresses.filter(isAbsoluteUrl).flatMap((address) => findPageId(address) ?? [])).filter(
      (id) => !inner.has(id),
    ),
    reduced: findTooCostly(alive, MAX_REMARKS),
    filters: removeDuplicates(views.filter(({ isFilterKnown }) => !isFilterKnown).map(({ name }) => name)),
    meFilters: removeDuplicates(views.filter(({ comparesWithMe }) => comparesWithMe).map(({ name }) => name)),
    looseMarkers: findLooseMarkers(alive).slice(0, MAX_REMARKS),
    // A database that is a page of its own is a link on other pages, whose record maps may lack its views.
    lacksViews: alive.some(
      (block, at) =>
        (block.type === 'collection_view' || (DATABASES.has(block.type) && block.id === stored.id)) &&
        databases[at]?.length === 0 &&
        !isDashboard(block),
    ),
    shown: findShownCollections(stored),
    isTextCut: isTextCut(stored),
    losses: readLosses(stored.blocks[stored.id]?.format.api_losses) ?? [],
  }
  return Object.values(remarks).some((value) => (Array.isArray(value) ? value.length > 0 : value)) ? remarks : undefined
}

/** Returns the type of a block that is shown in part or by its name only; none for other blocks. */
function getReducedType(block: Block): string[] {
  const { type, properties } = block
  if (type === 'button') return toPlainText(properties.title ?? []).trim() === '' ? [type] : []
  if (getSections(block)?.length === 0) return ['meeting_notes']
  return isBlockType(type) || type === 'table_row' ? [] : [getTypeName(block)]
}

function lacksAlt({ type, properties }: Block): boolean {
  // A caption describes the picture as well as an alternative text.
  return (
    type === 'image' && [properties.alt_text, properties.caption].every((text) => toPlainText(text ?? []).trim() === '')
  )
}

function getAddresses({ properties }: Block): string[] {
  return Object.values(properties).flatMap((text: RichText) =>
    text.flatMap(([, formats = []]) =>
      formats.flatMap(([kind, value]) => {
        if (kind === 'p' && typeof value === 'string') return [`/${value}`]
        return kind === 'a' && typeof value === 'string' ? [value] : []
      }),
    ),
  )
}

const isAbsoluteUrl = (address: string) => /^[a-z][a-z0-9+.-]*:/i.test(address)

/** Returns the path of a site-internal address without query and fragment; nothing for the id of a page. */
function getSitePath(address: string): string[] {
  return address.startsWith('/') && findPageId(address) === undefined ? [address.replace(/[?#].*$/s, '')] : []
}

/** Returns the collections that a page shows, including those in synced blocks of other pages. */
function findShownCollections({ blocks, views }: StoredPage): ShownCollection[] {
  const shown = new Map<Id, ShownCollection>()
  for (const { type, alive, collection_id: collection, view_ids: ids = [] } of Object.values(blocks)) {
    if (!alive || !DATABASES.has(type) || collection === undefined) continue
    const before = shown.get(collection)
    const isDivided = (view: CollectionView | undefined) =>
      view?.type === 'board' && view.format.collection_group_by !== undefined
    const hasSubgroups = ids.some((id) => isDivided(views[id]))
    shown.set(collection, {
      collection,
      views: (before?.views ?? 0) + ids.length,
      hasSubgroups: before?.hasSubgroups === true || hasSubgroups,
    })
  }
  return [...shown.values()]
}

interface ViewRemark {
  name: string
  type: string
  isShown: boolean
  isFilterKnown: boolean
  comparesWithMe: boolean
}

function getViewRemarks(
  { collection_id: id, view_ids = [] }: Block,
  stored: StoredPage,
  collections: Readonly<Record<Id, Collection>>,
): ViewRemark[] {
  const schema = collections[id ?? '']?.schema
  return view_ids.flatMap((viewId) => {
    const view = stored.views[viewId]
    if (view === undefined) return []
    const filter = schema && createViewFilter(view, { ...NO_NAMES, schema })
    return [
      {
        name: view.name.trim() || view.type,
        type: view.type,
        isShown: schema === undefined ? isViewType(view.type) : isShownView(view, schema),
        isFilterKnown: filter === undefined || filter.notes.length === 0,
        comparesWithMe: filter?.comparesWithMe === true,
      },
    ]
  })
}

/** A context without rows, in which only the filter itself is checked. */
const NO_NAMES = {
  read: () => undefined,
  names: {
    userName: () => undefined,
    pageTitle: () => undefined,
    isListed: () => false,
    timeZone: 'UTC',
    locale: 'en',
  },
  now: 0,
}

function removeDuplicates<Value>(values: Value[]): Value[] {
  return [...new Set(values)].slice(0, MAX_REMARKS)
}

/** Shorter equations that define no macros are always within the limits: each, and all of a page together. */
const ALWAYS_WITHIN_LIMITS = { each: 200, all: 2000 }
const MACRO_DEFINITION = /\\(?:[gex]?def|(?:re|provide)?newcommand|providecommand|let|futurelet)(?![a-zA-Z])/
const MAX_EXCERPT_LENGTH = 60

/** Finds the code, diagrams and equations of a page that exceed the limits or the page's budget, in reading order. */
function findTooCostly(blocks: readonly Block[], most: number): Reduced[] {
  const budgets = createPageBudgets()
  const found: Reduced[] = []
  const add = (what: Reduced['what'], { id }: Block, source: string) =>
    found.push({ what, block: id, text: cutExcerpt(source, MAX_EXCERPT_LENGTH) })
  const areWithinLimits = areShort(blocks.flatMap(getEquations))
  for (const block of blocks) {
    if (found.length >= most) break
    if (block.type === 'code') {
      const source = getSourceText(block)
      const language = block.properties.language?.[0]?.[0]
      const work = estimateCodeWork(source, language)
      if (work > LIMITS.code || !budgets.code.spend(work)) add('code', block, source)
      if (isDiagram(language) && !isDrawn(source)) add('diagram', block, source)
    }
    for (const source of areWithinLimits ? [] : getEquations(block)) {
      if (!fitsBudget(source, block.type === 'equation', budgets)) add('equation', block, source)
    }
  }
  return found
}

function areShort(equations: readonly string[]): boolean {
  const { each, all } = ALWAYS_WITHIN_LIMITS
  return (
    equations.reduce((sum, { length }) => sum + length, 0) <= all &&
    equations.every((source) => source.length <= each && !MACRO_DEFINITION.test(source))
  )
}

/** Spends the work of an equation. Once the budget is spent, no more equations are rendered, just as on the page. */
function fitsBudget(source: string, display: boolean, { equations }: PageBudgets): boolean {
  if (equations.isSpent) return false
  const { work, isTooLong } = renderTex(source, { display })
  return isTooLong !== true && equations.spend(work)
}

const getSourceText = ({ properties }: Block) => (properties.title ?? []).map(([piece]) => piece).join('')

function getEquations(block: Block): string[] {
  if (block.type === 'equation') return [getSourceText(block)]
  return Object.values(block.properties).flatMap((text) =>
    text.flatMap(([, formats = []]) =>
      formats.flatMap(([kind, value]) => (kind === 'e' && typeof value === 'string' ? [value] : [])),
    ),
  )
}
