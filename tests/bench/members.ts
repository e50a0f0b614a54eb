import { serviceKeys } from '@/tests/support/sign-in/keys'
import { cookiesWith, siteEnv, tokenFor } from '@/tests/support/sign-in/visitor'
import { startSite } from '@/tests/support/site'
import { answerTime } from './answer-time'
import { type Measurement, median } from './measurements'

const WARM_UP = 100
const ROUNDS = 200
const HOW =
  'Members: the sample with sign-in on, asked one request at a time, medians of 200 after 100 of each that are not counted. The guard is what the same file takes more under a name without extension, which the middleware answers first, the two by turns; the page is the long article as a member gets it, with a new token each time.'

/** What the guard adds, and how long a members page of 80 blocks takes. */
export async function measureMembers(): Promise<Measurement[]> {
  const keys = serviceKeys()
  const site = await startSite({ workspaceDir: 'workspace', env: siteEnv(keys) })
  const { pages } = site.index()
  const shown = pages.filter(({ access }) => access.kind === 'public')
  const [file] = shown.flatMap(({ files }) => files)
  const article = shown.toSorted((a, b) => b.words - a.words)[0]
  const signedIn = () => ({ cookie: cookiesWith(keys, tokenFor(keys, site.url, { slug: 'board' })) })

  const guarded = () => answerTime(`${site.url}/files/${file}/name`)
  const bare = () => answerTime(`${site.url}/files/${file}/name.bin`)
  const members = () => answerTime(encodeURI(`${site.url}/members/${article?.path}`), signedIn())
  const [withGuard = 0, without = 0] = await mediansOf(guarded, bare)
  const [page = 0] = await mediansOf(members)
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
    measurement('guard: added to an answer, median', Math.max(0, withGuard - without), 2),
    measurement('members page of 80 blocks, median', page, 40),
  ]
}

/** Medians in milliseconds of what is asked by turns, once the server has seen enough of each. */
async function mediansOf(...asked: (() => Promise<number>)[]): Promise<number[]> {
  const times = asked.map((): number[] => [])
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [place, ask] of asked.entries()) {
      const time = await ask()
      if (round >= 0) times[place]?.push(time)
    }
  }
  return times.map(median)
}
