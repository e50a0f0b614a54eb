import { createServiceKeys } from '@/tests/support/sign-in/keys'
import { createCookies, createToken, getSignInEnv } from '@/tests/support/sign-in/visitor'
import { startSite } from '@/tests/support/site'
import { type Measurement, median } from './measurements'
import { timeResponse } from './time-response'

const WARM_UP = 100
const ROUNDS = 200
const HOW =
  'Members: the sample with sign-in, one request at a time, medians of 200 after a warm-up of 100 each. The guard is the additional time of the same file under a name without an extension, which passes through the middleware, requested alternately; the page is the long article as a member gets it, with a new token each time.'

/** Measures the time that the guard adds, and how long a members page of 80 blocks takes. */
export async function measureMembers(): Promise<Measurement[]> {
  const keys = createServiceKeys()
  const site = await startSite({ workspaceDir: 'workspace', env: getSignInEnv(keys) })
  const { pages } = site.index()
  const shown = pages.filter(({ access }) => access.kind === 'public')
  const [file] = shown.flatMap(({ files }) => files)
  const article = shown.toSorted((a, b) => b.words - a.words)[0]
  const signedIn = () => ({ cookie: createCookies(keys, createToken(keys, site.url, { slug: 'board' })) })

  const guarded = () => timeResponse(`${site.url}/files/${file}/name`)
  const bare = () => timeResponse(`${site.url}/files/${file}/name.bin`)
  const members = () => timeResponse(encodeURI(`${site.url}/members/${article?.path}`), signedIn())
  const [withGuard = 0, without = 0] = await measureMedians(guarded, bare)
  const [page = 0] = await measureMedians(members)
  await site.stop()
  const measurement = (name: string, measured: number, limit: number): Measurement => ({
    name,
    measured,
    unit: 'ms',
    limit,
    limitIs: 'most',
    how: HOW,
  })
  return [
    measurement('guard: added to a response, median', Math.max(0, withGuard - without), 2),
    measurement('members page of 80 blocks, median', page, 40),
  ]
}

/** Runs requests alternately, after a warm-up. Returns the median of each in milliseconds. */
async function measureMedians(...requests: (() => Promise<number>)[]): Promise<number[]> {
  const times = requests.map((): number[] => [])
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [place, request] of requests.entries()) {
      const time = await request()
      if (round >= 0) times[place]?.push(time)
    }
  }
  return times.map(median)
}
