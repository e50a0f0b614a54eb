import { mkdirSync, rmSync } from 'node:fs'
import { type Figure, isGood, tableOf } from '../tests/bench/figures'
import { interactionFigures, interactions } from '../tests/bench/interaction'
import { lighthouseFigures } from '../tests/bench/lighthouse'
import { linearFigures } from '../tests/bench/linear'
import { liveFigures } from '../tests/bench/live'
import { membersFigures } from '../tests/bench/members'
import { relevanceFigures } from '../tests/bench/relevance'
import { scaleFigures } from '../tests/bench/scale'
import { searchFigures } from '../tests/bench/search'
import { searchDialogFigures } from '../tests/bench/search-dialog'
import { syncFigures } from '../tests/bench/sync'
import { articleFigures, collectionFigures, largeCollectionFigure, weigh } from '../tests/bench/weight'
import { writeBigWorkspace } from '../tests/bench/workspace'
import { newFolder, startSite } from '../tests/support/site'
import { buildIfNeeded } from './lib/build'
import { untilStopped } from './lib/children'
import { findChromium } from './lib/chromium'

/** Measures what the project promises and says how; exit code 1 when a figure is missed. */
const chromium = findChromium()
await buildIfNeeded(untilStopped())
const figures: Figure[] = []

const sample = await startSite({ workspaceDir: 'workspace' })
const shown = sample.index().pages.filter((page) => page.access.kind === 'public')
const article = shown.toSorted((a, b) => b.words - a.words)[0]
const articleUrl = encodeURI(`${sample.url}/${article?.path}`)
console.log(`The article is /${article?.path}, of ${article?.words} words`)
figures.push(...articleFigures(await weigh(articleUrl, chromium)))
figures.push(...(await lighthouseFigures('article', articleUrl, chromium)))
figures.push(...(await searchDialogFigures(sample.url, chromium)))
await sample.stop()
figures.push(...(await relevanceFigures()))

const dir = newFolder('bench')
mkdirSync(`${dir}/workspace`)
writeBigWorkspace(`${dir}/workspace/map.json`, { pages: 200, least: 30, spread: 90 })
const collection = await startSite({ workspaceDir: `${dir}/workspace`, stateDir: `${dir}/state` })
figures.push(...collectionFigures(await weigh(collection.url, chromium)))
await collection.stop()

mkdirSync(`${dir}/large`)
writeBigWorkspace(`${dir}/large/map.json`, { pages: 2000, least: 2, spread: 4 })
const large = await startSite({ workspaceDir: `${dir}/large`, stateDir: `${dir}/large-state` })
figures.push(largeCollectionFigure(await weigh(large.url, chromium)))
figures.push(...interactionFigures(await interactions(large.url, chromium)))
await large.stop()
rmSync(dir, { recursive: true })

figures.push(...(await linearFigures()))
figures.push(...(await scaleFigures()))
figures.push(...(await syncFigures()))
figures.push(...(await searchFigures()))
figures.push(...(await liveFigures()))
figures.push(...(await membersFigures()))

console.log(`\n${tableOf(figures)}`)
process.exit(figures.every(isGood) ? 0 : 1)
