import {
  EDITOR_SETTING_NAMES,
  EDITOR_SETTINGS,
  type EditorSettings,
  findNearestRow,
} from '../../../branding/editor-settings'
import { parsePageLayout } from '../../../workspace/page-layout'
import type { Collection, Id } from '../../../workspace/record-map'
import type { PageRecord } from '../../../workspace/stored'
import { findFact, findWrongComments, isLayoutProperty, readRowFacts } from '../../row-facts'
import type { SiteIndex } from '../../site-index'
import { createSiteLinks } from '../site-links'

/** A problem with a setting of an editor. */
export type EditorSettingsRemark =
  /** An invalid value in a `Look` table that counts. */
  | { kind: 'wrong-look'; what: keyof EditorSettings; text: string }
  /** A row of the `Look` table that sets nothing, and the one that is probably meant. */
  | { kind: 'unknown-look'; row: string; nearest: string }
  /** A row of a `Navigation` table that leads nowhere. */
  | { kind: 'navigation-target'; title: string; to: string }
  /** A layout of a page that is none. */
  | { kind: 'wrong-layout'; text: string }
  /** A value of `Comments` that is none, so that the page has no comments. */
  | { kind: 'wrong-comments'; text: string }

/** Finds invalid values in the `Look` table of a page, of the settings with these names. */
export function findWrongLookTables(
  record: PageRecord | undefined,
  names: readonly (keyof EditorSettings)[],
): EditorSettingsRemark[] {
  return names.flatMap((what): EditorSettingsRemark[] => {
    const text = record?.look?.[what]
    return text === undefined || EDITOR_SETTINGS[what].parse(text) !== undefined
      ? []
      : [{ kind: 'wrong-look', what, text }]
  })
}

/** Finds what is wrong with the tables of the root page: values and rows of its `Look` table, and layouts. */
export function findRootTableRemarks(
  record: PageRecord | undefined,
  themes?: readonly string[],
): EditorSettingsRemark[] {
  const hasLookTable = record?.look !== undefined
  const unknown = (record?.unknownLookTableRow ?? []).flatMap((row): EditorSettingsRemark[] => {
    const { name: nearest, isMisspelled } = findNearestRow(row)
    // A table without a known row may be about something else.
    return hasLookTable || isMisspelled ? [{ kind: 'unknown-look', row, nearest }] : []
  })
  const theme = record?.look?.theme
  const parsed = theme && EDITOR_SETTINGS.theme.parse(theme)
  const isUnknown = parsed !== undefined && themes !== undefined && !themes.includes(parsed)
  const layouts = Object.values(record?.layouts ?? {}).filter((text) => parsePageLayout(text) === undefined)
  return [
    ...findWrongLookTables(record, EDITOR_SETTING_NAMES),
    ...(theme !== undefined && isUnknown ? [{ kind: 'wrong-look', what: 'theme', text: theme } as const] : []),
    ...unknown,
    ...layouts.map((text): EditorSettingsRemark => ({ kind: 'wrong-layout', text })),
  ]
}

/** Finds the layout of a row that is none, if others of its database are. */
export function findWrongLayout(
  record: PageRecord | undefined,
  collection: Collection | undefined,
  timeZone: string,
): EditorSettingsRemark[] {
  if (record === undefined || collection === undefined) return []
  const property = collection.schema[findFact('layout', collection) ?? '']
  if (property === undefined || !isLayoutProperty(property)) return []
  const { layout } = readRowFacts(record.block, collection, timeZone)
  return layout === undefined || parsePageLayout(layout) !== undefined ? [] : [{ kind: 'wrong-layout', text: layout }]
}

/** Finds a value of `Comments` that is none. */
export function findWrongCommentsValue(
  record: PageRecord | undefined,
  collection: Collection | undefined,
): EditorSettingsRemark[] {
  const text = record && collection && findWrongComments(record.block, collection)
  return text === undefined ? [] : [{ kind: 'wrong-comments', text }]
}

/** Finds links of `Navigation` tables that lead nowhere. */
export const findLostLinks = (
  input: { pages: ReadonlyMap<Id, PageRecord> },
  index: SiteIndex,
): (EditorSettingsRemark & { page: Id })[] =>
  createSiteLinks(input, index).lost.map(({ page, title, to }) => ({ kind: 'navigation-target', title, to, page }))
