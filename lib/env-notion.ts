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
export const CONNECTIONS = 'https://www.notion.so/profile/integrations'

const OF_A_CONNECTION = /^(?:ntn|secret)_/
const OF_A_SESSION = /^v\d\d(?:%3A|:)/i

/** Reads the variables of the hosted workspace. Adds problems without the values, because tokens are secrets and errors are logged. */
export function readNotionSettings(
  text: (name: string) => string | undefined,
  apiBaseUrl: URL | undefined,
  problems: string[],
): NotionSettings {
  const integrationToken = text('NOTION_INTEGRATION_TOKEN')
  const [tokenV2, alias] = [text('NOTION_TOKEN_V2'), text('NOTION_TOKEN')]
  const own = tokenV2 === undefined ? 'NOTION_TOKEN' : 'NOTION_TOKEN_V2'
  const token = tokenV2 ?? alias
  if (tokenV2 !== undefined && alias !== undefined && tokenV2 !== alias) {
    problems.push('NOTION_TOKEN_V2 and NOTION_TOKEN have different values: set only NOTION_TOKEN_V2')
  }
  if ([tokenV2, alias].some((each) => each !== undefined && OF_A_CONNECTION.test(each))) {
    problems.push(`${own} holds the token of a connection: set NOTION_INTEGRATION_TOKEN to it instead`)
  } else if (token !== undefined && integrationToken !== undefined) {
    problems.push(`NOTION_INTEGRATION_TOKEN and ${own} are both set: keep the one whose API is to be used`)
  }
  if (integrationToken !== undefined && OF_A_SESSION.test(integrationToken)) {
    problems.push(
      `NOTION_INTEGRATION_TOKEN holds the token of a session: set NOTION_TOKEN_V2 to it instead, or create a connection at ${CONNECTIONS}`,
    )
  }
  if (integrationToken !== undefined && apiBaseUrl !== undefined && `${apiBaseUrl.origin}/` !== apiBaseUrl.href) {
    problems.push(
      'NOTION_API_BASE_URL is malformed, but must be an origin without a path when NOTION_INTEGRATION_TOKEN is set',
    )
  }
  return { apiBaseUrl: apiBaseUrl?.href, integrationToken, token, activeUser: text('NOTION_ACTIVE_USER') }
}
