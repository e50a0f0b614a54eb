import { COLORS, type Palette } from './palette'
import { getContrast } from './styles'

/** The text colors of Notion, which have a `--tint-…` and a `--wash-…` token each. */
const NOTION_COLORS = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'] as const

/**
 * The custom properties that a theme can set, without their hyphens. They are under semantic versioning: a major version at most renames
 * or removes one. `docs/theming.md` describes them.
 */
export const PUBLIC_TOKENS: readonly string[] = [
  ...['paper', 'surface', 'line', 'line-strong', 'ink', 'muted', 'accent', 'scroll-shadow'],
  ...NOTION_COLORS.map((color) => `tint-${color}`),
  ...NOTION_COLORS.map((color) => `wash-${color}`),
  ...['font-body', 'font-heading', 'font-alphabets', 'font-interface', 'font-code'],
  ...['text-label', 'text-small', 'text-code', 'text-interface', 'text-name', 'text-body', 'text-lead', 'text-title'],
  ...['text-card-title', 'text-collection-title', 'text-heading-1', 'text-heading-2', 'text-heading-3'],
  ...['title-weight', 'title-spacing', 'title-leading'],
  ...['heading-color', 'heading-weight', 'heading-spacing', 'heading-leading', 'label-spacing', 'label-case'],
  ...['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6', 'space-7', 'space-8', 'space-9'],
  ...['paragraph-gap', 'block-gap', 'indent'],
  ...['page-space-before', 'page-space-after', 'title-space-after', 'facts-space-before'],
  ...['wide-start', 'wide-end', 'full-width-margin'],
  ...['measure', 'site-margin', 'header-height', 'cover-height', 'icon-size', 'search-width', 'sidebar-width'],
  ...['radius', 'focus', 'link-color', 'link-line', 'link-thickness'],
  ...['header-background', 'header-ink', 'header-border', 'sidebar-background', 'footer-background'],
  ...['menu-border', 'menu-radius', 'menu-shadow', 'search-radius'],
  ...['button-background', 'button-ink', 'button-border', 'button-radius'],
  ...['card-background', 'card-line', 'card-border', 'card-padding', 'card-radius', 'card-shadow', 'card-ratio'],
  ...['post-picture-width', 'code-background', 'code-border', 'code-radius', 'table-line', 'table-line-strong'],
  ...['callout-background', 'callout-border', 'callout-radius', 'quote-border', 'quote-style', 'image-radius'],
  ...['picture-brightness', 'duration'],
]

/** Properties of `styles/tokens.css` that only the design sets. */
export const INTERNAL_TOKENS: readonly string[] = ['gutter', 'sidebar', 'dark']

/** The class names that a theme can use. They are under semantic versioning, like the tokens. */
export const STABLE_CLASSES: readonly string[] = [
  ...['site-header', 'site-name', 'navigation', 'search-button', 'theme-toggle', 'account-links', 'language-menu'],
  ...['site-announcement', 'site-footer', 'site-lists', 'mark', 'sidebar', 'sidebar-head', 'sidebar-button'],
  ...['page', 'page-cover', 'page-header', 'page-icon', 'breadcrumbs', 'page-description', 'page-meta', 'page-facts'],
  ...['page-actions', 'page-body', 'page-end', 'page-share', 'page-copyright', 'contents', 'comments'],
  ...['page-list', 'page-list-title', 'page-list-description', 'page-note', 'tag-list', 'list-year', 'card-list'],
  ...['post-list', 'post-summary', 'post-picture', 'author-picture'],
  ...['block-text', 'block-heading', 'block-heading-2', 'block-heading-3', 'block-heading-4', 'block-list'],
  ...['block-to-do', 'block-toggle', 'block-quote', 'block-callout', 'block-code', 'block-code-bar', 'block-table'],
  ...['block-image', 'block-card', 'block-page', 'block-tabs', 'block-contents', 'block-equation', 'block-button'],
  ...['link', 'mention', 'notion-row', 'notion-column', 'notion-hr'],
  ...['collection', 'collection-title', 'collection-tabs', 'collection-table', 'collection-list', 'collection-gallery'],
  ...['collection-board', 'card', 'card-cover', 'card-title', 'has-cover', 'row-title', 'row-facts', 'tag'],
  ...['cell-text', 'cell-number', 'cell-meter', 'cell-tags', 'cell-people', 'cell-pages', 'cell-date', 'cell-checkbox'],
  ...['cell-link', 'cell-files'],
  ...['search', 'search-page', 'search-footer', 'result', 'result-title', 'screen', 'screen-code', 'screen-links'],
]

/** Pairs of tokens, text and background, whose contrast must be at least 4.5. */
const CONTRAST_PAIRS: readonly (readonly [text: string, background: string])[] = [
  ...['ink', 'muted', 'accent', 'link-color', 'heading-color'].map((text) => [text, 'paper'] as const),
  ...['ink', 'muted', 'accent'].map((text) => [text, 'surface'] as const),
  ...['ink', 'header-ink', 'accent'].map((text) => [text, 'header-background'] as const),
  ...['ink', 'muted'].map((text) => [text, 'card-background'] as const),
  ...['ink', 'muted'].map((text) => [text, 'code-background'] as const),
  ['ink', 'callout-background'],
  ['muted', 'sidebar-background'],
  ['muted', 'footer-background'],
  ['button-ink', 'button-background'],
  ...NOTION_COLORS.flatMap((color) => [
    [`tint-${color}`, 'paper'] as const,
    [`tint-${color}`, `wash-${color}`] as const,
    ['ink', `wash-${color}`] as const,
  ]),
]

const MIN_CONTRAST = 4.5

export interface LowContrast {
  pair: readonly [text: string, background: string]
  theme: 'light' | 'dark'
  /** Rounded down to two digits. */
  ratio: number
}

/**
 * Returns the pairs of colors with too little contrast. `values` are the tokens that apply, by name without hyphens: those of
 * `styles/tokens.css`, and over them those of the theme and the site. Pairs with a value that is not understood, such as `oklch(…)`, are
 * not checked.
 */
export function checkContrast(values: ReadonlyMap<string, string>): LowContrast[] {
  return CONTRAST_PAIRS.flatMap((pair) =>
    (['light', 'dark'] as const).flatMap((theme) => {
      const [text, background] = pair.map((name) => resolveColor(values, name, theme))
      if (text === undefined || background === undefined) return []
      const ratio = Math.floor(getContrast(text, background) * 100) / 100
      return ratio < MIN_CONTRAST ? [{ pair, theme, ratio }] : []
    }),
  )
}

/** Returns the values that the rules for `:root` and `html` outside of media queries give to custom properties, by name without hyphens. */
export function readTokens(css: string): Map<string, string> {
  const tokens = new Map<string, string>()
  const rules = dropMediaQueries(css.replace(/\/\*[\s\S]*?\*\//g, ''))
  for (const [, selector = '', body = ''] of rules.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    if (!/^(?::root|html)$/.test(selector.trim().split(';').at(-1)?.trim() ?? '')) continue
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+)\s*:\s*([^;]*)/g)) tokens.set(name, value.trim())
  }
  return tokens
}

function dropMediaQueries(css: string): string {
  let rest = ''
  let at = 0
  for (let start = css.indexOf('@media'); start >= 0; start = css.indexOf('@media', at)) {
    rest += css.slice(at, start)
    at = findEnd(css, start)
  }
  return rest + css.slice(at)
}

/** Returns the position after the block that begins at or after `start`. */
function findEnd(css: string, start: number): number {
  let depth = 0
  for (let at = start; at < css.length; at++) {
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at + 1
  }
  return css.length
}

/** Returns the colors that a theme gives to documents and images without its style sheet; none for those that it does not change. */
export function readPalette(css: string): Partial<Palette> {
  const values = new Map([
    ...Object.entries(COLORS).map(([name, { light, dark }]): [string, string] => [
      name,
      `light-dark(${light}, ${dark})`,
    ]),
    ...readTokens(css),
  ])
  const changed = Object.keys(COLORS).filter((name) => readTokens(css).has(name)) as (keyof Palette)[]
  return Object.fromEntries(
    changed.flatMap((name) => {
      const [light, dark] = (['light', 'dark'] as const).map((theme) => resolveColor(values, name, theme))
      return light === undefined || dark === undefined ? [] : [[name, { light, dark }]]
    }),
  )
}

/** How many tokens a value may refer to, one after the other. */
const MAX_DEPTH = 8

/** Returns the value of a token as `#rrggbb`; undefined if it is no opaque color. */
function resolveColor(
  values: ReadonlyMap<string, string>,
  name: string,
  theme: 'light' | 'dark',
  depth = 0,
): string | undefined {
  let value = values.get(name)?.toLowerCase()
  if (value === undefined || depth > MAX_DEPTH) return
  const [, light, dark] = /^light-dark\((.*?),\s*([^,()]*(?:\([^()]*\))?)\)$/.exec(value) ?? []
  if (light !== undefined && dark !== undefined) value = (theme === 'light' ? light : dark).trim()
  const [, other] = /^var\(\s*--([\w-]+)\s*\)$/.exec(value) ?? []
  if (other !== undefined) return resolveColor(values, other, theme, depth + 1)
  return parseColor(value)
}

function parseColor(value: string): string | undefined {
  if (/^#[0-9a-f]{6}$/.test(value)) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return value.replace(/[0-9a-f]/g, '$&$&')
  if (value === 'white') return '#ffffff'
  if (value === 'black') return '#000000'
  const [, ...parts] = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(value) ?? []
  if (parts.length !== 3) return
  return `#${parts.map((part) => Math.min(Number(part), 255).toString(16).padStart(2, '0')).join('')}`
}
