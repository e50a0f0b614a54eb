import { membersWorkspace } from './members-workspace'
import { serviceKeys } from './sign-in/keys'
import { cookiesWith, siteEnv, tokenFor } from './sign-in/visitor'
import { type RunningSite, startSite } from './site'

/** What names or shows a page that is not public. */
export const SECRETS =
  /Coffee for|Figures of|Songs of|Not ready|Not for editors|hundred years|Lounge|Ledger|Songbook|Sketch|Minutes|Regatta/

export const BOARD = { slug: 'board' }
export const CHOIR = { slug: 'choir' }
export const EDITOR = { slug: 'editors', role: 'admin' }

/** Headers of a browser that loads a page, navigates to it on the client side, and prefetches it. */
export const FORMS: Record<string, string>[] = [{}, { RSC: '1' }, { RSC: '1', 'Next-Router-Prefetch': '1' }]

export interface Asked {
  /** A visitor, a member without an organization, or a member of one. */
  as?: 'nobody' | 'mia' | { slug: string; role?: string }
  headers?: Record<string, string>
  method?: string
  /** Instead of the token that `as` would have. */
  token?: string
  body?: string
}

/** A site that believes made-up keys, and a way to ask it as anybody. */
export async function startMembersSite(env: Record<string, string> = {}) {
  const keys = serviceKeys()
  const { dir, picture } = membersWorkspace()
  // A test breaks the content of a page.
  const expectedOutput = [
    /^Page \S+ \(\/notice, “Notice”\) could not be shown: /,
    /\/pages\/\S+\.json\.gz is missing or damaged: it is rebuilt$/,
  ]
  const site: RunningSite = await startSite({ workspaceDir: dir, env: { ...siteEnv(keys), ...env }, expectedOutput })
  const ask = async (path: string, { as = 'nobody', headers, method, token, body: sent }: Asked = {}) => {
    const jwt = token ?? (as === 'nobody' ? undefined : tokenFor(keys, site.url, as === 'mia' ? undefined : as))
    const response = await fetch(site.url + path, {
      method,
      body: sent,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(jwt !== undefined && { cookie: cookiesWith(keys, jwt) }), ...headers },
    })
    const body = await response.text()
    return { status: response.status, headers: response.headers, location: response.headers.get('location'), body }
  }
  return { site, keys, dir, picture, ask, pageId: (title: string) => idOf(site, title) }
}

export type MembersSite = Awaited<ReturnType<typeof startMembersSite>>

function idOf(site: RunningSite, title: string): string {
  const page = site.index().pages.find((each) => each.title === title)
  if (page === undefined) throw new Error(`There is no page ${title}`)
  return page.id
}
