import { parseLanguageTag } from '../language-tags'
import { findPageId } from '../workspace/ids'
import type { Id } from '../workspace/record-map'
import type { Settings } from './schema'

/** How the hosted workspace is read: with an integration token through the official API, otherwise through the private one. */
export interface NotionSettings {
  apiBaseUrl?: string
  /** The token of a connection, for the official API. */
  integrationToken?: string
  /** The token of a browser's session and its user, for the private API. */
  token?: string
  activeUser?: string
}

/** Where Notion lists connections and their tokens. */
export const CONNECTIONS_URL = 'https://www.notion.so/profile/integrations'

const CONNECTION_TOKEN = /^(?:ntn|secret)_/
const SESSION_TOKEN = /^v\d\d(?:%3A|:)/i

/** Reads the settings of the hosted workspace. Adds problems without the values, because tokens are secrets and errors are logged. */
export function readNotionSettings(settings: Settings, problems: string[]): NotionSettings {
  const { NOTION_INTEGRATION_TOKEN: integrationToken, NOTION_TOKEN_V2: tokenV2, NOTION_TOKEN: alias } = settings
  const { NOTION_API_BASE_URL: apiBaseUrl, NOTION_ACTIVE_USER: activeUser } = settings
  const own = tokenV2 === undefined ? 'NOTION_TOKEN' : 'NOTION_TOKEN_V2'
  const token = tokenV2 ?? alias
  if (tokenV2 !== undefined && alias !== undefined && tokenV2 !== alias) {
    problems.push('NOTION_TOKEN_V2 and NOTION_TOKEN have different values: set only NOTION_TOKEN_V2')
  }
  if ([tokenV2, alias].some((each) => each !== undefined && CONNECTION_TOKEN.test(each))) {
    problems.push(`${own} contains the token of a connection: set NOTION_INTEGRATION_TOKEN to it instead`)
  } else if (token !== undefined && integrationToken !== undefined) {
    problems.push(`NOTION_INTEGRATION_TOKEN and ${own} are both set: keep the one whose API is to be used`)
  }
  if (integrationToken !== undefined && SESSION_TOKEN.test(integrationToken)) {
    problems.push(
      `NOTION_INTEGRATION_TOKEN contains the token of a session: set NOTION_TOKEN_V2 to it instead, or create a connection at ${CONNECTIONS_URL}`,
    )
  }
  if (integrationToken !== undefined && apiBaseUrl !== undefined && `${apiBaseUrl.origin}/` !== apiBaseUrl.href) {
    problems.push(
      'NOTION_API_BASE_URL must be an origin without a path, such as https://api.example.com, when NOTION_INTEGRATION_TOKEN is set',
    )
  }
  return { apiBaseUrl: apiBaseUrl?.href, integrationToken, token, activeUser }
}

/** A language of the site and its root page. */
export interface LanguageRoot {
  tag: string
  page: Id
}

/** The tag before a root page. Addresses contain equals signs and commas, too. */
const TAG = /^\s*([\w-]+)\s*=/
const NEXT_TAG = /,(?=\s*[\w-]+\s*=)/

/** Returns each root page in `NOTION_ROOT_PAGE` as it is written. */
export const listWrittenPages = (given: string): string[] =>
  given.split(NEXT_TAG).map((part) => part.replace(TAG, '').trim())

/**
 * Reads `NOTION_ROOT_PAGE`: one root page, or one for each language (`en=…,zh-CN=…`), of which the first is the root page of the site.
 */
export function readRootPages(
  given: string | undefined,
  problems: string[],
): { rootPage?: string; rootId?: Id; languages: LanguageRoot[] } {
  const addProblem = (what: string) => problems.push(`NOTION_ROOT_PAGE ${what}`)
  const readPage = (page: string): Id => {
    const id = findPageId(page)
    if (id === undefined) addProblem(explainNoPage(page))
    return id ?? ''
  }
  if (given === undefined) return { languages: [] }
  if (!TAG.test(given)) return { rootPage: given, rootId: readPage(given), languages: [] }
  const parts = given.split(NEXT_TAG).map((part) => {
    const [before = '', written = ''] = TAG.exec(part) ?? []
    return { written, page: part.slice(before.length).trim() }
  })
  const languages = parts.map(({ written, page }): LanguageRoot => {
    const tag = parseLanguageTag(written)
    if (tag === undefined)
      addProblem(`names the language ${JSON.stringify(written)}, but must name it by a tag such as en`)
    return { tag: tag ?? written, page: readPage(page) }
  })
  for (const [at, { tag }] of languages.entries()) {
    if (languages.findIndex((other) => other.tag === tag) < at) addProblem(`names the language ${tag} twice`)
  }
  return {
    rootPage: parts[0]?.page,
    rootId: languages[0]?.page,
    languages: languages.length > 1 ? languages : [],
  }
}

const NOTION_ADDRESS = /^(?:https?:\/\/)?(?:[\w-]+\.)*notion\.(?:so|com|site)(?:[/?#]|$)/i

/**
 * Returns why a text names no page of Notion, to stand after the name of a setting.
 * @example explainNoPage('my page') // 'is "my page", but must be the address of a page …'
 */
export function explainNoPage(text: string): string {
  const quoted = JSON.stringify(text)
  const copy = 'open the page in Notion, and copy its address (••• → Copy link)'
  if (/^["'].*["']$/.test(text)) return `is ${text}, but must not be in quotes: remove them`
  if (NOTION_ADDRESS.test(text)) return `is ${quoted}, an address without the id of a page: ${copy}`
  return `is ${quoted}, but must be the id of a page (32 hexadecimal digits) or its address at Notion: ${copy}`
}
