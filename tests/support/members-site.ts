import { writeMembersWorkspace } from './members-workspace'
import { createServiceKeys } from './sign-in/keys'
import { createCookies, createToken, getSignInEnv } from './sign-in/visitor'
import { type RunningSite, startSite } from './site'

/** Text that occurs only in pages that are not public. */
export const RESTRICTED_TEXT =
  /Coffee for|Figures of|Songs of|Not ready|Not for editors|hundred years|Lounge|Ledger|Songbook|Sketch|Minutes|Regatta/

export const BOARD = { slug: 'board' }
export const CHOIR = { slug: 'choir' }
export const EDITOR = { slug: 'editors', role: 'admin' }

/** Headers of the request for a document, of a client-side navigation, and of a prefetch. */
export const PAGE_REQUEST_HEADERS: Record<string, string>[] = [
  {},
  { RSC: '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
]

export interface MemberRequest {
  /** Who sends the request: a visitor, a member without an organization, or a member of one. */
  as?: 'nobody' | 'mia' | { slug: string; role?: string }
  headers?: Record<string, string>
  method?: string
  /** Replaces the token of `as`. */
  token?: string
  body?: string
}

/** Starts a site that accepts generated keys. Returns it with a function that sends requests as any viewer. */
export async function startMembersSite(env: Record<string, string> = {}) {
  const keys = createServiceKeys()
  const { dir, picture } = writeMembersWorkspace()
  // One test damages the content of a page.
  const expectedOutput = [
    /^Page \S+ \(\/notice, “Notice”\) could not be shown: /,
    /\/pages\/\S+\.json\.gz is missing or damaged: it is rebuilt$/,
  ]
  const site: RunningSite = await startSite({
    workspaceDir: dir,
    env: { ...getSignInEnv(keys), ...env },
    expectedOutput,
  })
  const sendRequest = async (
    path: string,
    { as = 'nobody', headers, method, token, body: sent }: MemberRequest = {},
  ) => {
    const jwt = token ?? (as === 'nobody' ? undefined : createToken(keys, site.url, as === 'mia' ? undefined : as))
    const response = await fetch(site.url + path, {
      method,
      body: sent,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(jwt !== undefined && { cookie: createCookies(keys, jwt) }), ...headers },
    })
    const body = await response.text()
    return { status: response.status, headers: response.headers, location: response.headers.get('location'), body }
  }
  return { site, keys, dir, picture, sendRequest, findPageId: (title: string) => findPageId(site, title) }
}

export type MembersSite = Awaited<ReturnType<typeof startMembersSite>>

function findPageId(site: RunningSite, title: string): string {
  const page = site.index().pages.find((each) => each.title === title)
  if (page === undefined) throw new Error(`There is no page ${title}`)
  return page.id
}
