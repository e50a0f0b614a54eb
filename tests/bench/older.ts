import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createFolder, startProjectCommand } from '../support/site'
import { launchChromium } from './chromium'
import { editPages } from './export'
import { median } from './measurements'
import { type NpmSite, startWithNpm, sumMemory, waitForSearch } from './npm-start'
import { buildPeer } from './peers'
import { openVisit } from './visit'
import { writeBigWorkspace } from './workspace'

const EXPORTED_PAGES = 10_000
const IDLE_PAGES = 20_000
/** The search thread ends after five minutes without a search. */
const IDLE_MS = 345_000
const FIRST_PAGE_RUNS = 3
/** The medians of three clicks differ by half. */
const CLICK_RUNS = 9
const PICTURE_PAGE = '/journal/how-a-paragraph-is-set'

/** One result for each build. */
type Results = number[]

/** Prints what some tasks take with an older version of this project and with this one, in turn, and the ratio. */
export async function compareWithOlder(older: string, chromium: string): Promise<void> {
  const builds = [path.resolve(older), path.resolve('.')]
  const folder = createFolder('older')
  await buildPeer(older, {})
  try {
    console.log('| what | older | this | ratio |\n|---|---|---|---|')
    printRow('first click on a picture to the opened one, warm', 'ms', await timePictures(builds, folder, chromium))
    printRow('empty clone to the first page, with installation', 's', await timeFirstPages(builds, folder))
    await compareExports(builds, folder)
    printRow(
      `idle memory, ${IDLE_PAGES} pages, without the search thread`,
      'MB',
      await measureIdleMemory(builds, folder),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function printRow(what: string, unit: string, [older = 0, own = 0]: Results): void {
  console.log(`| ${what} | ${older.toFixed(1)} ${unit} | ${own.toFixed(1)} ${unit} | ${(own / older).toFixed(2)} |`)
}

/** Runs a task with each build in turn, several times. Returns the medians. */
async function takeTurns(
  builds: readonly string[],
  runs: number,
  task: (build: string, at: number) => Promise<number>,
): Promise<Results> {
  const results = builds.map((): number[] => [])
  for (let run = 0; run < runs; run++) {
    for (const [at, build] of builds.entries()) results[at]?.push(await task(build, at))
  }
  return results.map(median)
}

/** Seconds. */
async function timeFirstPages(builds: readonly string[], folder: string): Promise<Results> {
  return takeTurns(builds, FIRST_PAGE_RUNS, async (build) => {
    const clone = `${folder}/clone`
    execFileSync('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', build, clone])
    const site = await startWithNpm(clone, {}, 'site')
    await site.stop()
    rmSync(clone, { recursive: true })
    return site.firstPage
  })
}

/** Prints the time and the processor time of one export from nothing and one after a change, without social images. */
async function compareExports(builds: readonly string[], folder: string): Promise<void> {
  const file = `${folder}/exported/map.json`
  mkdirSync(path.dirname(file))
  writeBigWorkspace(file, { pages: EXPORTED_PAGES, least: 12, spread: 24 })
  for (const [edits, what] of ['from nothing', 'again after one change'].entries()) {
    editPages(file, edits)
    const times: Results = []
    const processorTimes: Results = []
    for (const [at, build] of builds.entries()) {
      const env = {
        WORKSPACE_DIR: path.dirname(file),
        STATE_DIR: `${folder}/export-state-${at}`,
        SITE_URL: 'https://harbour.example',
      }
      const before = readProcessorTime()
      const began = performance.now()
      const started = startProjectCommand(build, 'export', env, `${folder}/export-${at}`, '--without', 'social')
      const { code, stderr } = await started.ended
      if (code !== 0) throw new Error(`The export of ${build} failed:\n${stderr}`)
      times.push((performance.now() - began) / 1000)
      processorTimes.push(readProcessorTime() - before)
    }
    printRow(`export of ${EXPORTED_PAGES} pages ${what}`, 's', times)
    printRow('… processor time', 's', processorTimes)
  }
}

/** Returns the processor seconds of all processes that this one has started and that have ended. */
function readProcessorTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  const TICKS_PER_SECOND = 100
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
}

/** Megabytes of all processes of a site that has a saved state, in one start of each build. */
async function measureIdleMemory(builds: readonly string[], folder: string): Promise<Results> {
  const workspace = `${folder}/idle`
  mkdirSync(workspace)
  writeBigWorkspace(`${workspace}/map.json`, { pages: IDLE_PAGES, least: 12, spread: 24 })
  const results: Results = []
  for (const [at, build] of builds.entries()) {
    const state = `${folder}/idle-state-${at}`
    // Saves the state and the search index.
    await runSite(build, workspace, state, waitForSearch)
    results.push(
      await runSite(build, workspace, state, async (site) => {
        await waitForSearch(site)
        await pause(IDLE_MS)
        return sumMemory(site.memory()).resident
      }),
    )
  }
  return results
}

/** Milliseconds. */
async function timePictures(builds: readonly string[], folder: string, chromium: string): Promise<Results> {
  const workspace = path.resolve('workspace')
  return takeTurns(builds, CLICK_RUNS, (build, at) =>
    runSite(build, workspace, `${folder}/sample-state-${at}`, async ({ url }) => {
      const browser = await launchChromium(chromium)
      const { page } = await openVisit(await browser.newPage({ viewport: { width: 390, height: 844 } }))
      // The second visit finds all files in the cache of the browser, including those that only the click loads.
      await openPicture(page, url)
      const milliseconds = await openPicture(page, url)
      await browser.close()
      return milliseconds
    }),
  )
}

/** Visits the page, and opens its first picture. Returns the milliseconds from the click to the drawn picture. */
async function openPicture(page: Page, url: string): Promise<number> {
  await page.goto(url + PICTURE_PAGE, { waitUntil: 'networkidle' })
  // A picture has its button once it is near the viewport.
  await page.locator('.picture img').first().scrollIntoViewIfNeeded()
  const took = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let started = 0
        addEventListener('click', () => (started ||= performance.now()), true)
        new MutationObserver(() => {
          if (document.querySelector('dialog[open] img') === null) return
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)))
        }).observe(document, { childList: true, subtree: true, attributes: true })
      }),
  )
  await page.locator('.picture button').first().click()
  return took
}

/** Starts a built site, calls the function, and stops the site, also if the function throws. */
async function runSite<Result>(
  build: string,
  workspaceDir: string,
  stateDir: string,
  use: (site: NpmSite) => Promise<Result>,
): Promise<Result> {
  const site = await startWithNpm(build, { WORKSPACE_DIR: workspaceDir, STATE_DIR: stateDir })
  try {
    return await use(site)
  } finally {
    await site.stop()
  }
}
