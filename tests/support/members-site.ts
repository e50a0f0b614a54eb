import { writeMembersWorkspace } from './members-workspace'
import { createServiceKeys } from './sign-in/keys'
import { createCookies, createToken, getSignInEnv } from './sign-in/visitor'
import { type RunningSite, readIndex, startSite } from './site'

/** Text that occurs only in pages that are not public. */
export const RESTRICTED_TEXT =
  /Coffee for|Figures of|Songs of|Not ready|Not for editors|hundred years|Lounge|Ledger|Songbook|Sketch|Minutes|Regatta/

export const BOARD = { slug: 'board' }
export const CHOIR = { slug: 'choir' }
export const EDITOR = { slug: 'editors', role: 'admin' }

/** The token for the metrics of a site with pages for members. */
export const METRICS_TOKEN = 'metrics-of-the-members-site'

/** Headers of the request for a document, of a client-side navigation, and of a prefetch. */
export const PAGE_REQUEST_HEADERS: Record<string, string>[] = [
  {},
  { RSC: '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
]

export interface MemberRequest {
  /** Who sends the request: a visitor, a member without an organization, or a member of one. */
  as?: 'visitor' | 'mia' | { slug: string; role?: string }
  headers?: Record<string, string>
  method?: string
  /** Replaces the token of `as`. */
  token?: string
  body?: string
}

/** What is needed to use a site that {@link startMembersSite} started in another process. */
interface MembersSiteDescription {
  url: string
  stateDir: string
  /** The private key of its sign-in service, as PEM. */
  pem: string
  picture: { hash: string }
  html: { hash: string }
}

/** Starts a site that accepts the tokens of generated keys. `env` are further settings. */
export async function startMembersSite(env: Record<string, string> = {}) {
  const keys = createServiceKeys()
  const { dir, picture, html } = writeMembersWorkspace()
  const site = await startSite({
    workspaceDir: dir,
    env: { ...getSignInEnv(keys), METRICS_TOKEN, ...env },
    // One test damages the content of a page.
    expectedOutput: [
      /^Page \S+ \(\/notice, “Notice”\) could not be shown: /,
      /\/pages\/\S+\.json\.gz is missing or damaged: it is rebuilt$/,
    ],
  })
  const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const description: MembersSiteDescription = { url: site.url, stateDir: site.stateDir, pem, picture, html }
  return { description, stop: site.kill }
}

/** Returns functions that send requests to a site as any viewer. */
export function openMembersSite({ url, stateDir, pem, picture, html }: MembersSiteDescription) {
  const keys = createServiceKeys(pem)
  const site = { url, stateDir, index: () => readIndex(stateDir) }
  const sendRequest = async (
    path: string,
    { as = 'visitor', headers, method, token, body: sent }: MemberRequest = {},
  ) => {
    const jwt = token ?? (as === 'visitor' ? undefined : createToken(keys, site.url, as === 'mia' ? undefined : as))
    const response = await fetch(site.url + path, {
      method,
      body: sent,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(jwt !== undefined && { cookie: createCookies(keys, jwt) }), ...headers },
    })
    return readResponse(response)
  }
  return { site, keys, picture, html, sendRequest, findPageId: (title: string) => findPageId(site, title) }
}

export type MembersSite = ReturnType<typeof openMembersSite>

/** A site with the same pages, with any way to sign in. Where it has groups, a group counts as an organization. */
export type MembersPages = Omit<MembersSite, 'keys'>

/** Reads what tests compare of a response. */
export async function readResponse(response: Response) {
  const { status, headers } = response
  return { status, headers, location: headers.get('location'), body: await response.text() }
}

/** Returns the id of the page with a title. */
export function findPageId(site: Pick<RunningSite, 'index'>, title: string): string {
  const page = site.index().pages.find((each) => each.title === title)
  if (page === undefined) throw new Error(`There is no page ${title}`)
  return page.id
}
