import { parseLanguageTag } from '../language-tags'
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

/** A language of the site, and the id or the address of its root page, as configured. */
export interface LanguageRoot {
  tag: string
  page: string
}

const PAGE_ID = /[0-9a-f]{32}/i
/** The tag before a root page. Addresses contain equals signs and commas, too. */
const TAG = /^\s*([\w-]+)\s*=/
const NEXT_TAG = /,(?=\s*[\w-]+\s*=)/

/**
 * Reads `NOTION_ROOT_PAGE`: one root page, or one for each language (`en=…,zh-CN=…`), of which the first is the root page of the site.
 */
export function readRootPages(
  given: string | undefined,
  problems: string[],
): { rootPage?: string; languages: LanguageRoot[] } {
  const addProblem = (what: string) => problems.push(`NOTION_ROOT_PAGE ${what}`)
  const checkPage = (page: string) => {
    if (PAGE_ID.test(page.replaceAll('-', ''))) return
    addProblem(`is ${JSON.stringify(page)}, but must be the id of a page (32 hexadecimal digits) or its address`)
  }
  if (given === undefined) return { languages: [] }
  if (!TAG.test(given)) {
    checkPage(given)
    return { rootPage: given, languages: [] }
  }
  const languages = given.split(NEXT_TAG).map((part): LanguageRoot => {
    const [before = '', written = ''] = TAG.exec(part) ?? []
    const tag = parseLanguageTag(written)
    if (tag === undefined)
      addProblem(`names the language ${JSON.stringify(written)}, but must name it by a tag such as en`)
    const page = part.slice(before.length).trim()
    checkPage(page)
    return { tag: tag ?? written, page }
  })
  for (const [at, { tag }] of languages.entries()) {
    if (languages.findIndex((other) => other.tag === tag) < at) addProblem(`names the language ${tag} twice`)
  }
  return { rootPage: languages[0]?.page, languages: languages.length > 1 ? languages : [] }
}
