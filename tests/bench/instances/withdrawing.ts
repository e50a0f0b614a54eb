import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSite } from '@/tests/support/site'
import { atMost, type Measurement } from '../measurements'
import { startEditedReaders } from './edited-readers'

const TIMES = 6
/** Editors do not save again at once. */
const BETWEEN_MS = 2000
/** So long after the webhook the requests go on. */
const REQUESTED_FOR_MS = 6000
const HOW = `Withdrawn: worst of ${TIMES} pages that are deleted in a loopback workspace, each announced by a webhook to one of two readers by turns; both are requested for the page, its Markdown copy and a search for ${REQUESTED_FOR_MS / 1000} s, until the last response with its text.`

/** How long after the webhook a page that was deleted is still sent by one of two readers. */
export async function measureWithdrawing(): Promise<Measurement[]> {
  const { workspace, sites, announce, untilShown, stop } = await startEditedReaders()
  let worst = 0
  for (let time = 0; time < TIMES; time++) {
    const word = `Ebbtide${time}`
    const page = workspace.editor.addPage(workspace.root, word, `${word} is withdrawn`)
    await announce(sites[0], workspace.root)
    await announce(sites[1], page)
    await untilShown(`/${word.toLowerCase()}`, `${word} is withdrawn`)
    await untilFound(sites, word)
    await pause(BETWEEN_MS)
    workspace.editor.delete(page)
    const started = performance.now()
    const lasts = sites.map((site) => lastResponse(site, word, started + REQUESTED_FOR_MS))
    await announce(sites[time % 2] ?? sites[0], page)
    const seconds = (Math.max(...(await Promise.all(lasts))) - started) / 1000
    console.log(`Page ${time} was last sent ${seconds.toFixed(2)} s after the webhook`)
    worst = Math.max(worst, seconds)
  }
  await stop()
  const measurement = atMost('two readers', HOW)
  return [measurement('last response with withdrawn content, after the webhook', worst, 's', 2)]
}

/** Requests a page in all forms until a moment. Returns the moment of the last response with a word of its own. */
async function lastResponse({ url }: RunningSite, word: string, until: number): Promise<number> {
  let last = 0
  while (performance.now() < until) {
    const page = `${url}/${word.toLowerCase()}`
    const texts = await Promise.all([textOf(page), textOf(`${page}.md`), found(url, word)])
    if (texts.some((text) => text.includes(`${word} is withdrawn`) || text.includes(`"title":"${word}"`))) {
      last = performance.now()
    }
    await pause(5)
  }
  if (last > until - 1000) throw new Error(`"${word}" was still sent at the end`)
  return last
}

async function untilFound(sites: readonly RunningSite[], word: string): Promise<void> {
  for (const { url } of sites) while (!(await found(url, word)).includes(`"title":"${word}"`)) await pause(50)
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text()

async function found(url: string, query: string): Promise<string> {
  return (await fetch(`${url}/api/search`, { method: 'POST', body: JSON.stringify({ query }) })).text()
}
