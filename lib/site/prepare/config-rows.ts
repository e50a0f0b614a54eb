import {
  EDITOR_SETTING_NAMES,
  EDITOR_SETTINGS,
  type EditorSettingTexts,
  findEditorSetting,
} from '../../branding/editor-settings'
import type { Block, Collection, Id } from '../../workspace/record-map'
import { toPlainText } from '../../workspace/text'
import { type AccessSettings, mayList, PUBLIC } from '../access'
import { normalizePropertyName } from '../row-facts'
import type { SiteIndex } from '../site-index'
import type { SiteAccess } from './site-access'
import { findSiteRows, type StoredRows } from './site-rows'
import type { Tree } from './tree'

/** The columns of the database on the page of a `Config` row, as in NotionNext's template. */
const CONFIG_COLUMNS = {
  enabled: ['enable', '启用'],
  name: ['name', '配置名'],
  value: ['value', '配置值'],
} as const

/** The values of NotionNext's setting for the order of posts. */
const POST_ORDERS: ReadonlyMap<string, string> = new Map([
  ['notion', 'view'],
  ['date', 'date'],
])

/** Settings of NotionNext that correspond to a row of the `Look` table, with functions that convert their values. */
const CONFIG_CONVERTERS = new Map<string, (value: string) => EditorSettingTexts>([
  ['font_style', (value) => ({ font: /^font-(sans|serif|mono)\b/.exec(value)?.[1] })],
  ['posts_sort_by', (value) => ({ postOrder: POST_ORDERS.get(value.toLowerCase()) })],
  ['top_tag', (value) => ({ pinnedTag: value })],
  ['seo_google_site_verification', (value) => ({ googleVerification: value })],
  ['seo_baidu_site_verification', (value) => ({ baiduVerification: value })],
  // A path leads to a file of the former site.
  ['blog_favicon', (value) => ({ logo: /^https:/i.test(value) ? value : undefined })],
])
/** Whether rows are posts is decided before these rows are read. NotionNext has other themes. */
const CONFIG_NAMES = EDITOR_SETTING_NAMES.filter((name) => name !== 'posts' && name !== 'theme')

/** What the `Config` rows of a site set. */
interface Config {
  look: EditorSettingTexts
  /** The names of the other enabled settings. */
  unused: string[]
}

/** Reads the databases on the pages of the published `Config` rows. The first row of each setting is used. */
export function readConfig(
  input: StoredRows,
  index: SiteIndex,
  settings: AccessSettings,
  { tree, ownAccess }: { tree: Tree; ownAccess: SiteAccess['ownAccess'] },
): Config {
  const look: EditorSettingTexts = {}
  const unused = new Set<string>()
  const configPages = new Set(findSiteRows(input, index, settings, ['config']).map(({ page }) => page.id))
  if (configPages.size === 0) return { look, unused: [] }
  const tables = new Map(
    [...input.collections].filter(([id]) => {
      const table = { kind: 'collection', id } as const
      return configPages.has(tree.above(table)?.id ?? '') && mayList(ownAccess(table), PUBLIC)
    }),
  )
  for (const page of index.pages) {
    const table = tables.get(page.collection ?? '')
    const block = input.pages.get(page.id)?.block
    if (table === undefined || block === undefined || !mayList(ownAccess({ kind: 'page', id: page.id }), PUBLIC))
      continue
    const [enabled, name, value] = (['enabled', 'name', 'value'] as const).map((each) => readCell(each, block, table))
    if (enabled !== 'Yes' || !name || !value) continue
    const converted = convertSetting(name, value)
    if (converted === undefined) unused.add(name)
    else Object.assign(look, { ...converted, ...look })
  }
  return { look, unused: [...unused].sort() }
}

/** Converts a setting to its row of the `Look` table. Returns undefined if it has none, or if the value is not valid there. */
function convertSetting(written: string, value: string): EditorSettingTexts | undefined {
  const key = written.toLowerCase()
  const found = findEditorSetting(key)
  const name = CONFIG_NAMES.find((each) => each === found)
  const converted = name === undefined ? CONFIG_CONVERTERS.get(key)?.(value) : { [name]: value }
  const usable = CONFIG_NAMES.filter(
    (each) => converted?.[each] && EDITOR_SETTINGS[each].parse(converted[each]) !== undefined,
  )
  return usable.length === 0 ? undefined : converted
}

function readCell(column: keyof typeof CONFIG_COLUMNS, { properties }: Block, { schema }: Collection): string {
  const names: readonly string[] = CONFIG_COLUMNS[column]
  const id: Id | undefined = Object.keys(schema).find(
    (each) => schema[each] !== undefined && names.includes(normalizePropertyName(schema[each])),
  )
  return toPlainText(properties[id ?? ''] ?? []).trim()
}
