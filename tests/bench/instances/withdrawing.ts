import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSite } from '@/tests/support/site'
import { atMost, type Measurement } from '../measurements'
import { startEditedReaders } from './edited-readers'

const TIMES = 6
/** The pause between two edits of an editor. */
const BETWEEN_MS = 2000
/** How long requests continue after the webhook. */
const REQUESTED_FOR_MS = 6000
const HOW = `Withdrawn: worst of ${TIMES} pages that are deleted in a loopback workspace, each announced by a webhook to one of two readers alternately; both are requested for the page, its Markdown copy and a search for ${REQUESTED_FOR_MS / 1000} s, until the last response with its text.`

/** Measures how long after the webhook one of two readers still sends a deleted page. */
export async function measureWithdrawing(): Promise<Measurement[]> {
  const { workspace, sites, announce, waitForText, stop } = await startEditedReaders()
  let worst = 0
  for (let time = 0; time < TIMES; time++) {
    const word = `Ebbtide${time}`
    const page = workspace.editor.addPage(workspace.root, word, `${word} is withdrawn`)
    await announce(sites[0], workspace.root)
    await announce(sites[1], page)
    await waitForText(`/${word.toLowerCase()}`, `${word} is withdrawn`)
    await waitForResult(sites, word)
    await pause(BETWEEN_MS)
    workspace.editor.delete(page)
    const started = performance.now()
    const lastResponses = sites.map((site) => findLastResponse(site, word, started + REQUESTED_FOR_MS))
    await announce(sites[time % 2] ?? sites[0], page)
    const seconds = (Math.max(...(await Promise.all(lastResponses))) - started) / 1000
    console.log(`Page ${time} was last sent ${seconds.toFixed(2)} s after the webhook`)
    worst = Math.max(worst, seconds)
  }
  await stop()
  const measurement = atMost('two readers', HOW)
  return [measurement('last response with withdrawn content, after the webhook', worst, 's', 2)]
}

/** Requests a page, its Markdown copy and a search until a given time. Returns the time of the last response with content of the page. */
async function findLastResponse({ url }: RunningSite, word: string, until: number): Promise<number> {
  let last = 0
  while (performance.now() < until) {
    const page = `${url}/${word.toLowerCase()}`
    const texts = await Promise.all([fetchText(page), fetchText(`${page}.md`), search(url, word)])
    if (texts.some((text) => text.includes(`${word} is withdrawn`) || text.includes(`"title":"${word}"`))) {
      last = performance.now()
    }
    await pause(5)
  }
  if (last > until - 1000) throw new Error(`"${word}" was still sent at the end`)
  return last
}

async function waitForResult(sites: readonly RunningSite[], word: string): Promise<void> {
  for (const { url } of sites) while (!(await search(url, word)).includes(`"title":"${word}"`)) await pause(50)
}

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text()

async function search(url: string, query: string): Promise<string> {
  return (await fetch(`${url}/api/search`, { method: 'POST', body: JSON.stringify({ query }) })).text()
}
