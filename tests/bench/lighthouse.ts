import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { freePort } from '../support/site'
import { launchChromium } from './chromium'
import { type Measurement, median } from './measurements'

const RUNS = 3
const CATEGORIES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const HOW = {
  mobile: `Lighthouse: its own mobile settings (simulated slow 4G, processor slowed four times), the median of ${RUNS} runs.`,
  desktop: `Lighthouse: its own desktop settings, the median of ${RUNS} runs.`,
}

/** Lighthouse's scores of a page on a phone, or on a large screen. */
export async function measureWithLighthouse(
  name: string,
  url: string,
  executablePath: string,
  form: keyof typeof HOW = 'mobile',
): Promise<Measurement[]> {
  const port = await freePort()
  const browser = await launchChromium(executablePath, `--remote-debugging-port=${port}`)
  const runs: Record<string, number>[] = []
  for (let run = 0; run < RUNS; run++) {
    const flags = { port, onlyCategories: Object.keys(CATEGORIES), logLevel: 'error' } as const
    const result = await lighthouse(url, flags, form === 'desktop' ? desktop : undefined)
    const { categories = {}, audits = {} } = result?.lhr ?? {}
    runs.push({
      ...Object.fromEntries(Object.entries(categories).map(([key, { score }]) => [key, (score ?? 0) * 100])),
      shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    })
  }
  await browser.close()
  const middle = (key: string) => median(runs.map((run) => run[key] ?? Number.NaN))
  const of = form === 'desktop' ? ' on a large screen' : ''
  return [
    ...Object.entries(CATEGORIES).map(
      ([key, limit]): Measurement => ({
        name: `${name}: Lighthouse${of} ${key}`,
        measured: middle(key),
        unit: '',
        limit,
        limitIs: 'least',
        how: HOW[form],
      }),
    ),
    {
      name: `${name}: Lighthouse${of} layout shift`,
      measured: middle('shift'),
      unit: '',
      limit: 0.01,
      limitIs: 'most',
      how: HOW[form],
    },
  ]
}
