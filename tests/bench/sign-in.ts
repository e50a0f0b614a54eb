import { formatCookies } from '@/tests/support/oidc/browser'
import { startOidcMembersSite } from '@/tests/support/oidc/members-site'
import { createServiceKeys } from '@/tests/support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '@/tests/support/sign-in/visitor'
import { getPort, type RunningSite, startSite } from '@/tests/support/site'
import { measureLoad, readCpuTime } from './cache/servers'
import { atMost, type Measurement, median } from './measurements'
import { timeResponse } from './time-response'

const WARM_UP = 60
const PAGES = 40
const ROUNDS = 15
const LOAD = { headers: { 'accept-encoding': 'gzip' }, connections: 4, seconds: 2 }
const HOW = `Sign-in: the sample with Clerk, with OpenID Connect and with headers of a proxy. Processor time of the server for the long article as a member gets it, ${PAGES} in a row with each, in ${ROUNDS} alternating rounds after ${WARM_UP}; with Clerk, with a new token in each. The median of the ratios to Clerk in a round. For a public page, the same article from the document cache.`

/** A site with one way to sign in. */
interface Contestant {
  site: RunningSite
  /** Returns the headers of a member's request. */
  getHeaders(): Record<string, string>
}

/** Measures what a members page and a public page cost with each way to sign in, relative to Clerk. */
export async function measureSignIn(): Promise<Measurement[]> {
  const keys = createServiceKeys()
  const clerk = await startSite({ workspaceDir: 'workspace', env: getSignInEnv(keys) })
  const members = await startOidcMembersSite({}, 'workspace')
  const headers = { 'remote-user': 'mia@example.com', 'remote-groups': 'board' }
  const env = { TRUST_PROXY: '1', AUTH_HEADER_USER: 'Remote-User', AUTH_HEADER_GROUPS: 'Remote-Groups' }
  const proxied = await startSite({ workspaceDir: 'workspace', env })
  const { cookies } = await members.signIn('mia')
  const cookie = formatCookies(cookies)
  const contestants: Contestant[] = [
    {
      site: clerk,
      getHeaders: () => ({ cookie: createCookies(keys, createToken(keys, clerk.url, { slug: 'board' })) }),
    },
    { site: members.site, getHeaders: () => ({ cookie }) },
    { site: proxied, getHeaders: () => headers },
  ]
  const { pages } = clerk.index()
  const shown = pages.filter(({ access }) => access.kind === 'public')
  const path = encodeURI(`/${shown.toSorted((a, b) => b.words - a.words)[0]?.path}`)
  for (const each of contestants) await visit(each, `/members${path}`, WARM_UP)
  const before = members.provider.requests.length
  const member = await compare(contestants, (each) => visit(each, `/members${path}`, PAGES))
  const visitor = await compare(contestants, (each) => visitPublic(each, path))
  const requests = members.provider.requests.length - before
  await Promise.all([clerk.stop(), members.stop(), proxied.stop()])
  const measurement = atMost('relative to Clerk', HOW)
  return [
    measurement('members page with OpenID Connect', member[0] ?? 0, 'times', 1.1),
    measurement('members page with a proxy', member[1] ?? 0, 'times', 1.1),
    measurement('public page with OpenID Connect', visitor[0] ?? 0, 'times', 1.05),
    measurement('public page with a proxy', visitor[1] ?? 0, 'times', 1.05),
    measurement('requests to the provider for all of these pages', requests, 'requests', 0),
  ]
}

/** Returns the median ratio of the costs with each other way to that with the first, of alternating rounds. */
async function compare(contestants: readonly Contestant[], measure: (each: Contestant) => Promise<number>) {
  const [, ...others] = contestants
  const ratios = others.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    const costs: number[] = []
    for (const each of contestants) costs.push(await measure(each))
    const [first = 0, ...rest] = costs
    for (const [at, cost] of rest.entries()) ratios[at]?.push(cost / first)
  }
  return ratios.map(median)
}

/** Returns the milliseconds of processor time for each of some visits, one after the other. */
async function visit({ site, getHeaders }: Contestant, path: string, times: number): Promise<number> {
  const headers = getHeaders()
  const before = readCpuTime(site.pid)
  for (let time = 0; time < times; time++) await timeResponse(site.url + path, headers)
  return (readCpuTime(site.pid) - before) / times
}

/** Returns the milliseconds of processor time for each visit of a cached page. */
async function visitPublic({ site }: Contestant, path: string): Promise<number> {
  const before = readCpuTime(site.pid)
  const { responses, others, warmUp } = await measureLoad({ ...LOAD, port: getPort(site), path })
  if (others > 0) throw new Error(`${others} responses other than 200`)
  return (readCpuTime(site.pid) - before) / (responses + warmUp)
}
