import type { MisnamedProperty } from '../../../workspace/clean/misnamed-properties'
import { canRestrict, findRuleName } from '../../../workspace/protecting-names'
import type { Id, ProtectingName } from '../../../workspace/record-map'
import type { PageRecord } from '../../../workspace/stored'
import { toPlainText } from '../../../workspace/text'
import { mayRead, PUBLIC } from '../../access'
import { findBlogProperties } from '../../blog'
import type { SiteIndex } from '../../site-index'
import type { BuildInput } from '../build-site'
import { getRoots } from '../languages'
import { type BuildSettings, createSiteAccess } from '../site-access'
import { createTree } from '../tree'

/** What restricts access, and names that should but do not. */
export type ProtectionRemark =
  /** A property, or without a database the heading of a table, whose name does not protect. Unless `near`, it protects nevertheless. */
  | { kind: 'misnamed'; why: MisnamedProperty['why']; property: string; name: ProtectingName; database?: string }
  /** The properties that restrict access to the rows of a database, whether an `Access` table names it, and how many rows are closed. */
  | {
      kind: 'protection'
      /** Undefined in findings that an earlier version saved. */
      collection?: Id
      database: string
      properties: string[]
      isInTable: boolean
      rows: number
      closed: number
    }

/** Finds the properties of a database whose names do not protect, but probably should. */
export function findMisnamed(database: Id, { misnamed }: Pick<BuildInput, 'misnamed'>): ProtectionRemark[] {
  return misnamed
    .filter(({ collection }) => collection === database)
    .map(({ why, property, name }) => ({ kind: 'misnamed', why, property, name }))
}

/** Finds the headings of tables on a root page that are near to `Access`. */
export const findNearHeadings = (record: PageRecord | undefined): ProtectionRemark[] =>
  (record?.nearHeadings ?? []).map(({ heading, why }) => ({
    kind: 'misnamed',
    why,
    property: heading,
    name: 'access',
  }))

/** Returns for each database of the site what protects it, and how many of its rows not everyone may read. */
export function findProtection(
  input: BuildInput,
  index: SiteIndex,
  settings: BuildSettings,
  tree = createTree(input.pages, input.collections),
): (ProtectionRemark & { page?: Id })[] {
  const roots = getRoots(index.root ?? undefined, index.languages)
  const { ownAccess } = createSiteAccess(input, tree, roots, settings)
  return Object.keys(index.collections).flatMap((id) => {
    const collection = input.collections.get(id)
    if (collection === undefined) return []
    const blog = findBlogProperties(collection)
    const properties = Object.entries(collection.schema).flatMap(([key, property]) => {
      const name = findRuleName(property)
      const isOpenStatus = name === 'status' && ['select', 'status'].includes(property.type) && !canRestrict(property)
      if (isOpenStatus && blog === undefined) return []
      return (name !== undefined && name !== 'password') || key === blog?.type ? [property.name.trim()] : []
    })
    const renamed = input.misnamed.find(
      (each) => each.collection === id && each.name === 'password' && each.why !== 'near',
    )
    if (collection.passwords !== undefined) properties.push(renamed?.property.trim() ?? 'Password')
    const own = index.pages.filter((page) => page.collection === id)
    return {
      kind: 'protection',
      collection: id,
      database: toPlainText(collection.name).trim() || id,
      properties,
      isInTable: ownAccess({ kind: 'collection', id }).kind !== 'public',
      rows: own.length,
      closed: own.filter(({ access }) => !mayRead(access, PUBLIC)).length,
      page: tree.above({ kind: 'collection', id })?.id,
    } as const
  })
}
