import { BRANDING, type Branding, type BrandingSetting } from './branding'
import { parseFormAddress } from './forms'

/** What an editor chooses in the `Look` table on the root page. */
export interface EditorSettings extends Branding {
  /** Where the site shows its pages: as links in the header, or as a tree beside the text. */
  navigation?: 'header' | 'sidebar'
  /** Addresses of two links below each page: to edit it, and to send feedback. They contain placeholders, see {@link PlaceholderValues}. */
  edit?: string
  feedback?: string
  /** A line below each post. */
  copyright?: string
  /** Addresses to which a form below each page posts. */
  newsletter?: string
  contact?: string
  /**
   * `yes` or `no`: whether the rows of the databases on this page are posts. The only setting that is also read from tables on other
   * pages.
   */
  posts?: string
}

/** The values of a `Look` table as an editor wrote them. They may be invalid. */
export type EditorSettingTexts = { [Name in keyof EditorSettings]?: string }

/** The values of the placeholders in an address. `{url}` is the full address. */
export interface PlaceholderValues {
  id: string
  path: string
  title: string
  url: string
}

const MAX_PATTERN_LENGTH = 2048
const MAX_LINE_LENGTH = 200
/** A placeholder in the host would let the title of a page choose where its link leads. */
const PATTERN = /^(?:https:\/\/[^\s/\\?#{}"'<>@]+(?=[/?#]|$)|mailto:)[^\s\\"'<>\p{Cc}]*$/iu
const SAMPLE: PlaceholderValues = { id: '0', path: 'page', title: 'Page', url: 'https://example.com/page' }

/** Everything that a `Look` table can set. */
export const EDITOR_SETTINGS: Readonly<Record<keyof EditorSettings, Pick<BrandingSetting, 'example' | 'parse'>>> = {
  ...BRANDING,
  navigation: { example: 'sidebar', parse: parseNavigation },
  edit: { example: 'https://www.notion.so/{id}', parse: parsePattern },
  feedback: { example: 'mailto:docs@example.com?subject={title}', parse: parsePattern },
  copyright: {
    example: '© 2026 Ann Lee, CC BY 4.0',
    parse: (text) => (text.length <= MAX_LINE_LENGTH ? text : undefined),
  },
  newsletter: { example: 'https://buttondown.com/api/emails/embed-subscribe/name', parse: parseFormAddress },
  contact: { example: 'https://formspree.io/f/name', parse: parseFormAddress },
  posts: {
    example: 'yes',
    parse: (text) => (/^(?:yes|是)$/i.test(text) ? 'yes' : /^(?:no|否)$/i.test(text) ? 'no' : undefined),
  },
}

export const EDITOR_SETTING_NAMES = Object.keys(EDITOR_SETTINGS) as (keyof EditorSettings)[]

/** Returns the values that follow their rules. */
export function parseEditorSettings(texts: EditorSettingTexts): EditorSettings {
  return Object.fromEntries(
    EDITOR_SETTING_NAMES.map((name) => [name, texts[name] ? EDITOR_SETTINGS[name].parse(texts[name]) : undefined]),
  )
}

/** Fills the placeholders of an address. Values are encoded, so that they cannot add parameters; only a path keeps its slashes. */
export function fillPattern(pattern: string, values: PlaceholderValues): string {
  return pattern.replace(/\{(id|path|title|url)\}/g, (_, name: keyof PlaceholderValues) => {
    const encoded = encodeURIComponent(values[name])
    return name === 'path' ? encoded.replaceAll('%2F', '/') : encoded
  })
}

function parsePattern(text: string): string | undefined {
  if (text.length > MAX_PATTERN_LENGTH || !PATTERN.test(text)) return undefined
  const filled = fillPattern(text, SAMPLE)
  return /[{}]/.test(filled) || !URL.canParse(filled) ? undefined : text
}

function parseNavigation(text: string): EditorSettings['navigation'] {
  const word = text.toLowerCase()
  return word === 'header' || word === 'sidebar' ? word : undefined
}
