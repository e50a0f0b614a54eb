import { findNearestName, getEditDistance } from '../edit-distance'
import { parseLinkAddress } from './addresses'
import { type AssistantRule, parseAssistantRule } from './assistants'
import { BRANDING, type Branding, type BrandingSetting } from './branding'
import { parseFormAddress } from './forms'
import {
  type CoverStyle,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  parsePagePath,
  parseThemeName,
  parseWidth,
} from './site-settings'

/** What an editor chooses in the `Look` table on the root page. */
export interface EditorSettings extends Branding {
  /** Where the site shows its pages: as links in the header, or as a tree beside the text. */
  navigation?: 'header' | 'sidebar'
  /** Addresses of two links below each page: to edit it, and to send feedback. They contain placeholders, see {@link PlaceholderValues}. */
  edit?: string
  feedback?: string
  /** A line below each post, and in the footer of other pages. */
  copyright?: string
  /** The name of a theme. */
  theme?: string
  /** The logo on dark paper. */
  logoDark?: string
  /** A text above every page, and the address to which it leads. */
  announcement?: string
  announcementLink?: string
  /** What pages show instead of their cover. */
  cover?: CoverStyle
  /** The width of the text, see `parseWidth`. */
  width?: string
  /** Whether the footer contains “Made with Colophon”. */
  madeWith?: 'yes' | 'no'
  /** Addresses, separated by spaces. */
  social?: string
  /** What missing addresses show: texts, or a page, as a path or as its address in Notion. */
  notFoundTitle?: string
  notFoundText?: string
  notFoundPage?: string
  /** Addresses to which a form below each page posts. */
  newsletter?: string
  contact?: string
  /**
   * `yes` or `no`: whether the rows of the databases on this page are posts. The only setting that is also read from tables on other
   * pages.
   */
  posts?: string
  /** The codes by which search consoles recognize the owner of the site. */
  googleVerification?: string
  bingVerification?: string
  yandexVerification?: string
  baiduVerification?: string
  naverVerification?: string
  /** Which crawlers of assistants may read the site. */
  assistants?: AssistantRule
  /** Words of comments that are probably spam, with commas between them. */
  spamWords?: string
  /** Whether the list of posts keeps the order of its database's first view, or is sorted by date. */
  postOrder?: 'view' | 'date'
  /** The tag of posts that the list shows before all others. */
  pinnedTag?: string
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

/** The largest number of social links. */
const MAX_SOCIAL_LINKS = 20
const NOTION_PAGE = /^https:\/\/www\.notion\.so\/[\da-f]{32}$/

/** A code of a search console. */
const VERIFICATION = { example: 'rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ', parse: parseVerification }

/** Everything that a `Look` table can set. */
export const EDITOR_SETTINGS: Readonly<Record<keyof EditorSettings, Pick<BrandingSetting, 'example' | 'parse'>>> = {
  ...BRANDING,
  navigation: { example: 'sidebar', parse: parseNavigation },
  edit: { example: 'https://www.notion.so/{id}', parse: parsePattern },
  feedback: { example: 'mailto:docs@example.com?subject={title}', parse: parsePattern },
  copyright: {
    example: '© 2026 Ann Lee, CC BY 4.0',
    parse: limitTo(MAX_LINE_LENGTH),
  },
  newsletter: { example: 'https://buttondown.com/api/emails/embed-subscribe/name', parse: parseFormAddress },
  contact: { example: 'https://formspree.io/f/name', parse: parseFormAddress },
  posts: { example: 'yes', parse: parseYesNo },
  googleVerification: VERIFICATION,
  bingVerification: VERIFICATION,
  yandexVerification: VERIFICATION,
  baiduVerification: VERIFICATION,
  naverVerification: VERIFICATION,
  assistants: { example: 'no training', parse: parseAssistantRule },
  spamWords: { example: 'casino, free money', parse: limitTo(MAX_PATTERN_LENGTH) },
  postOrder: { example: 'view', parse: parsePostOrder },
  pinnedTag: { example: 'Pinned', parse: limitTo(MAX_TITLE_LENGTH) },
  theme: { example: 'magazine', parse: parseThemeName },
  logoDark: BRANDING.logo,
  announcement: { example: 'The harbor is closed on Sunday', parse: limitTo(MAX_TEXT_LENGTH) },
  announcementLink: { example: '/news', parse: parseLinkAddress },
  cover: { example: 'none', parse: parseCover },
  width: { example: 'wide', parse: (text) => parseWidth(text)?.toString() },
  madeWith: { example: 'no', parse: parseYesNo },
  social: { example: 'https://github.com/ann, mailto:ann@example.com', parse: parseSocialLinks },
  notFoundTitle: { example: 'This page has sailed', parse: limitTo(MAX_TITLE_LENGTH) },
  notFoundText: { example: 'Try the search.', parse: limitTo(MAX_TEXT_LENGTH) },
  notFoundPage: { example: '/not-found', parse: (text) => (NOTION_PAGE.test(text) ? text : parsePagePath(text)) },
}

export const EDITOR_SETTING_NAMES = Object.keys(EDITOR_SETTINGS) as (keyof EditorSettings)[]

/** The names of rows that consist of several words. The others have the name of their setting. */
const ROW_NAMES: Partial<Record<keyof EditorSettings, readonly [name: string, ...others: string[]]>> = {
  logoDark: ['Logo dark', 'Dark logo'],
  announcementLink: ['Announcement link'],
  madeWith: ['Made with'],
  googleVerification: ['Google verification', 'Google site verification'],
  bingVerification: ['Bing verification', 'Bing site verification'],
  yandexVerification: ['Yandex verification', 'Yandex site verification'],
  baiduVerification: ['Baidu verification', 'Baidu site verification'],
  naverVerification: ['Naver verification', 'Naver site verification'],
  assistants: ['Assistants', 'AI crawlers'],
  spamWords: ['Spam words'],
  postOrder: ['Post order', 'Order of posts'],
  pinnedTag: ['Pinned tag'],
  social: ['Social links', 'Social'],
  notFoundTitle: ['Not found title'],
  notFoundText: ['Not found text'],
  notFoundPage: ['Not found page', 'Not found'],
}

/** Returns the name of a setting's row, as the documentation writes it. */
export const getRowName = (name: keyof EditorSettings): string =>
  ROW_NAMES[name]?.[0] ?? name.replace(/^./, (letter) => letter.toUpperCase())

const BY_ROW_NAME: ReadonlyMap<string, keyof EditorSettings> = new Map(
  EDITOR_SETTING_NAMES.flatMap((name) =>
    (ROW_NAMES[name] ?? [name]).map((each) => [each.toLowerCase(), name] as const),
  ),
)

/** Returns the setting of a row of the `Look` table; undefined if there is none with this name. */
export const findEditorSetting = (rowName: string): keyof EditorSettings | undefined =>
  BY_ROW_NAME.get(rowName.toLowerCase())

/** Names that editors write instead of those of other rows, however many letters differ. */
const SYNONYMS: ReadonlyMap<string, keyof EditorSettings> = new Map([
  ...['color', 'colour', 'accent color', 'accent colour', 'colors', 'colours'].map((name) => [name, 'accent'] as const),
  ...['typeface', 'type', 'fonts'].map((name) => [name, 'font'] as const),
  ...['banner', 'notice', 'news'].map((name) => [name, 'announcement'] as const),
  ...['menu', 'sidebar'].map((name) => [name, 'navigation'] as const),
  ...['footer', 'license', 'licence'].map((name) => [name, 'copyright'] as const),
  ...['icon', 'favicon', 'image'].map((name) => [name, 'logo'] as const),
  ...['404', '404 page', 'missing page', 'error page'].map((name) => [name, 'notFoundPage'] as const),
  ...['template', 'design', 'style'].map((name) => [name, 'theme'] as const),
  ...['measure', 'line length', 'content width'].map((name) => [name, 'width'] as const),
])

/** Names with at most this edit distance are misspelled. */
const MAX_EDIT_DISTANCE = 2

/** Returns the name of the row that an unknown one probably means. `isMisspelled`: its name is hardly another word. */
export function findNearestRow(rowName: string): { name: string; isMisspelled: boolean } {
  const synonym = SYNONYMS.get(rowName.toLowerCase())
  if (synonym !== undefined) return { name: getRowName(synonym), isMisspelled: false }
  const name = findNearestName(rowName, EDITOR_SETTING_NAMES.map(getRowName))
  return { name, isMisspelled: getEditDistance(rowName.toLowerCase(), name.toLowerCase()) <= MAX_EDIT_DISTANCE }
}

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

function limitTo(length: number): (text: string) => string | undefined {
  return (text) => (text.length <= length ? text : undefined)
}

function parseYesNo(text: string): 'yes' | 'no' | undefined {
  if (/^(?:yes|是)$/i.test(text)) return 'yes'
  return /^(?:no|否)$/i.test(text) ? 'no' : undefined
}

/** Returns a code, also from a pasted element `<meta … content="code">`. It becomes part of every home page. */
function parseVerification(text: string): string | undefined {
  const code = /^<meta\s[^>]*\bcontent=["']([^"']*)["'][^>]*>$/i.exec(text)?.[1] ?? text
  return /^[\w.=+-]{6,128}$/.test(code) ? code : undefined
}

function parsePostOrder(text: string): EditorSettings['postOrder'] {
  const word = text.toLowerCase()
  return word === 'view' || word === 'date' ? word : undefined
}

function parseCover(text: string): CoverStyle | undefined {
  const word = text.toLowerCase()
  return word === 'image' || word === 'banner' || word === 'none' ? word : undefined
}

/** Returns addresses, separated by spaces; undefined if one of them is none. */
function parseSocialLinks(text: string): string | undefined {
  const addresses = text.split(/[\s,;]+/).filter((each) => each !== '')
  const parsed = addresses.flatMap((each) => parseLinkAddress(each) ?? [])
  return parsed.length === addresses.length && parsed.length <= MAX_SOCIAL_LINKS ? parsed.join(' ') : undefined
}

function parseNavigation(text: string): EditorSettings['navigation'] {
  const word = text.toLowerCase()
  return word === 'header' || word === 'sidebar' ? word : undefined
}
