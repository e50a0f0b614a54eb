import { findPageId, METRICS_TOKEN, type MemberRequest, type MembersPages, readResponse } from '../members-site'
import { writeMembersWorkspace } from '../members-workspace'
import { startSite } from '../site'
import { CookieBrowser, signInWithOidc } from './browser'
import { type OidcAccount, startOidcProvider } from './provider'

/** The people of {@link startOidcMembersSite}, by their ids at the provider. */
const PEOPLE: Record<string, OidcAccount> = {
  mia: { name: 'Mia Lund', email: 'mia@example.com', groups: [] },
  ben: { name: 'Ben Aas', groups: ['board', 'choir'] },
  cleo: { groups: ['choir'] },
  eva: { name: 'Eva Holm', groups: ['editors'] },
}

/** Starts a site with pages for members, and the provider at which they sign in. */
export async function startOidcMembersSite(env: Record<string, string> = {}, workspaceDir?: string) {
  const { dir, picture, html } = writeMembersWorkspace()
  const provider = await startOidcProvider()
  const site = await startSite({
    workspaceDir: workspaceDir ?? dir,
    // With metrics, as with HTTPS, the server sets a header of each response before a screen of sign-in sets its cookies.
    env: { ...provider.env, METRICS_TOKEN, ...env },
    // One test damages the content of a page.
    expectedOutput: [
      /^Page \S+ \(\/notice, “Notice”\) could not be shown: /,
      /\/pages\/\S+\.json\.gz is missing or damaged: it is rebuilt$/,
    ],
  })
  await provider.serve(site.url)
  for (const [id, account] of Object.entries(PEOPLE)) provider.accounts.set(id, { ...account })
  const signIn = async (account: string) => {
    const browser = new CookieBrowser()
    await signInWithOidc(browser, site.url, account)
    return browser
  }
  /** Browsers in which the member of a group, or one of none, has signed in. */
  const browsers = new Map<string, Promise<CookieBrowser>>()
  const getBrowser = (as: NonNullable<MemberRequest['as']>) => {
    if (as === 'visitor') return new CookieBrowser()
    const account = as === 'mia' ? as : `member-of-${as.slug}`
    if (as !== 'mia') provider.accounts.set(account, { groups: [as.slug] })
    const browser = browsers.get(account) ?? signIn(account)
    browsers.set(account, browser)
    return browser
  }
  const sendRequest: MembersPages['sendRequest'] = async (path, { as = 'visitor', ...init } = {}) =>
    readResponse(await (await getBrowser(as)).send(site.url + path, init))
  const pages: MembersPages = { site, picture, html, sendRequest, findPageId: (title) => findPageId(site, title) }
  const stop = async () => {
    await site.kill()
    await provider.stop()
  }
  return { site, provider, pages, signIn, stop }
}

export type OidcMembersSite = Awaited<ReturnType<typeof startOidcMembersSite>>
