import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { launchDebuggedChromium } from './chromium'
import { type Measurement, median } from './measurements'

const RUNS = 3
const CATEGORIES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const HOW = {
  mobile: `Lighthouse: its own mobile settings (simulated slow 4G, processor slowed four times), the median of ${RUNS} runs.`,
  desktop: `Lighthouse: its own desktop settings, the median of ${RUNS} runs.`,
}

/** Scores and metrics of a page, each the median of several runs of Lighthouse. */
export type LighthouseResult = Record<keyof typeof CATEGORIES | keyof typeof AUDITS, number>

const AUDITS = { shift: 'cumulative-layout-shift', blocking: 'total-blocking-time' } as const

/** Runs Lighthouse for a page on a phone, or on a large screen. */
export async function runLighthouse(
  url: string,
  executablePath: string,
  form: keyof typeof HOW = 'mobile',
): Promise<LighthouseResult> {
  const { browser, port } = await launchDebuggedChromium(executablePath)
  const runs: Record<string, number>[] = []
  for (let run = 0; run < RUNS; run++) {
    const flags = { port, onlyCategories: Object.keys(CATEGORIES), logLevel: 'error' } as const
    const result = await lighthouse(url, flags, form === 'desktop' ? desktop : undefined)
    const { categories = {}, audits = {} } = result?.lhr ?? {}
    const scores = Object.entries(categories).map(([key, { score }]) => [key, (score ?? 0) * 100])
    const values = Object.entries(AUDITS).map(([key, audit]) => [key, audits[audit]?.numericValue ?? Number.NaN])
    runs.push(Object.fromEntries([...scores, ...values]))
  }
  await browser.close()
  const keys = [...Object.keys(CATEGORIES), ...Object.keys(AUDITS)]
  return Object.fromEntries(
    keys.map((key) => [key, median(runs.map((run) => run[key] ?? Number.NaN))]),
  ) as LighthouseResult
}

/** Measures Lighthouse's scores of a page on a phone, or on a large screen. */
export async function measureWithLighthouse(
  name: string,
  url: string,
  executablePath: string,
  form: keyof typeof HOW = 'mobile',
): Promise<Measurement[]> {
  const result = await runLighthouse(url, executablePath, form)
  const of = form === 'desktop' ? ' on a large screen' : ''
  return [
    ...(Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]).map(
      (key): Measurement => ({
        name: `${name}: Lighthouse${of} ${key}`,
        measured: result[key],
        unit: '',
        limit: CATEGORIES[key],
        limitIs: 'least',
        how: HOW[form],
      }),
    ),
    {
      name: `${name}: Lighthouse${of} layout shift`,
      measured: result.shift,
      unit: '',
      limit: 0.01,
      limitIs: 'most',
      how: HOW[form],
    },
  ]
}
