import { once } from 'node:events'
import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import type { Figure } from './figures'

const RUNS = 3
const CATEGORIES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const HOW = {
  mobile: `Lighthouse: its own mobile settings (simulated slow 4G, processor slowed four times), the median of ${RUNS} runs.`,
  desktop: `Lighthouse: its own desktop settings, the median of ${RUNS} runs.`,
}

/** Lighthouse's scores of a page on a phone, or on a large screen. */
export async function lighthouseFigures(
  name: string,
  url: string,
  executablePath: string,
  form: keyof typeof HOW = 'mobile',
): Promise<Figure[]> {
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const browser = await chromium.launch({ executablePath, args })
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
  const median = (key: string) =>
    runs.map((run) => run[key] ?? Number.NaN).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN
  const of = form === 'desktop' ? ' on a large screen' : ''
  return [
    ...Object.entries(CATEGORIES).map(
      ([key, limit]): Figure => ({
        name: `${name}: Lighthouse${of} ${key}`,
        measured: median(key),
        unit: '',
        limit,
        limitIs: 'least',
        how: HOW[form],
      }),
    ),
    {
      name: `${name}: Lighthouse${of} layout shift`,
      measured: median('shift'),
      unit: '',
      limit: 0.01,
      limitIs: 'most',
      how: HOW[form],
    },
  ]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
