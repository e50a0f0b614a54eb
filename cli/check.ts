import { makePreviewByReference } from '../lib/auth/make-preview'
import { DEFAULT_LIFETIME, getPreviewPath } from '../lib/auth/previews'
import { getUnknownOrganizations } from '../lib/auth/setup'
import { describeExplanation, indexPagesById } from '../lib/formats/findings'
import { findPageRemarks } from '../lib/page/page-remarks'
import { waitForRedis } from '../lib/redis/shared'
import { getEnv } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import { type Finding, isWrong, sortByUrgency } from '../lib/site/prepare/lint'
import { explainPage, prepareSite, readSavedFindings, readSavedProtection } from '../lib/site/prepare/prepare-site'
import { Site } from '../lib/site/site'
import type { SiteIndex } from '../lib/site/site-index'
import { getWorkspaceTheme } from '../lib/site/site-settings'
import { openWorkingCopy, readSavedIndex } from '../lib/site/working-copy'
import { checkSiteFolder, describeContents } from '../lib/site-folder/check-site-folder'
import { setWorkspaceTheme } from '../lib/site-folder/site-folder'
import { getSlots } from '../lib/slots/registry'
import { Downloader } from '../lib/sync/files/download'
import { getEditorsMessages } from '../messages/languages'
import { createFileCounter } from '../server/progress-line'
import { fail } from '../tools/explain-error.mjs'
import { findComponentProblems } from '../tools/site-components.mjs'
import { printSetup } from './lib/check-setup'
import { findComponentMistakes } from './lib/component-mistakes'
import { findDeadPictures } from './lib/dead-pictures'
import { describeFindings, formatFindings, formatProtection } from './lib/described-findings'
import { endWithOutput } from './lib/end-with-output'
import { findLostSettingsLinks } from './lib/lost-settings-links'
import { readArguments } from './lib/read-arguments'

const REDIS_LIMIT_MS = 10_000

/**
 * Checks the whole snapshot, one page and who may read it, or with `--setup` what the site needs. With `--pictures`, pictures of other hosts
 * are requested. With `--preview`, a preview link of a draft is made. The exit code is 1 if something is wrong.
 */
endWithOutput()
const { values, positionals } = readArguments({
  name: 'check',
  about:
    'Lists what an editor should fix, or explains who can read a page and why. PAGE is an id, an address or a path.',
  positionals: '[PAGE]',
  options: {
    pictures: { about: 'also requests the pictures that pages load from other hosts, and lists those that are gone' },
    json: { about: 'prints JSON' },
    preview: { about: 'makes a preview link of PAGE, which is a draft' },
    subpages: { about: 'with --preview: the link also shows the pages below' },
    expires: {
      value: DEFAULT_LIFETIME,
      about: `with --preview: how long the link is valid, 1h to 90d; ${DEFAULT_LIFETIME} by default`,
    },
    setup: { about: 'checks what the site needs around it instead, as npm run doctor does' },
  },
})
const [named] = positionals
const isComplete = values.preview ? named !== undefined : !values.subpages && values.expires === undefined
if (!isComplete) fail('A preview link needs a draft: npm run check -- PAGE --preview [--subpages] [--expires 7d]')
if (values.setup) process.exit(await printSetup())
const env = getEnv()
warnOfUnknownVariables()
const messages = getEditorsMessages(env.locale)
const now = Date.now()
// The site folder contains the version of its components.
const componentProblems = await findComponentProblems(env.siteDir)
await prepareSite(env, now, { findPageRemarks, onProgress: createFileCounter('Reading the workspace') })
const store = openWorkingCopy(env)
const index = await readSavedIndex(store)
if (index === undefined) throw new Error('The index that was just prepared is gone')
const { siteProblems, siteNotes, contents } = await checkFolder(index)
const findings = sortByUrgency([
  ...(await readSavedFindings(env)),
  ...(values.pictures ? await checkPictures(index) : []),
])
const pages = indexPagesById(index.pages)
// A connection to Redis would keep the process running.
if (named !== undefined && values.preview) process.exit(await printPreview(named, index))
// A component may have started something that does not end.
process.exit(named === undefined ? await checkAll(index) : await checkPage(named))

/** Prints the address of a new preview link, which is valid where the folder of the server's state or Redis is the same. */
async function printPreview(page: string, known: SiteIndex): Promise<number> {
  if (env.redisUrl !== undefined && !(await waitForRedis(env.redisUrl, REDIS_LIMIT_MS))) {
    fail('Redis does not respond, and has the preview links of the site: check REDIS_URL')
  }
  const { subpages: hasSubpages, expires: lifetime = DEFAULT_LIFETIME } = values
  const made = await makePreviewByReference({ page, lifetime, hasSubpages }, known, env)
  if (made.outcome !== 'made') {
    console.error(messages.previews.outcomes[made.outcome])
    return 1
  }
  console.log(env.siteUrl + getPreviewPath(made.token))
  return 0
}

/** Requests the pictures that pages load from other hosts. */
async function checkPictures(index: SiteIndex): Promise<Finding[]> {
  const files = (await store.manifest())?.files ?? {}
  // No host is trusted with a private address: editors write the addresses.
  const downloader = new Downloader('', new AbortController().signal)
  const { findings, unchecked } = await findDeadPictures({ index, store, files, downloader })
  await downloader.close()
  if (unchecked > 0) console.error(`${unchecked} pictures of other hosts were not checked, because they are too many`)
  return findings
}

async function checkAll(index: SiteIndex): Promise<number> {
  const unknown = await getUnknownOrganizations(index, env)
  const wrong = findings.filter(isWrong)
  const notes = findings.filter((finding) => !isWrong(finding))
  const protection = await readSavedProtection(env)
  if (values.json)
    printJson({
      wrong: await toJson(wrong),
      notes: await toJson(notes),
      protection: await toJson(protection),
      unknownOrganizations: unknown,
      siteFolder: { contents, wrong: siteProblems, notes: siteNotes },
    })
  else {
    await print(findings)
    for (const line of formatProtection(protection, pages, messages)) console.log(line)
    if (unknown === undefined) console.log(messages.check.organizationsUnchecked)
    for (const name of unknown ?? []) console.log(`✗ ${messages.check.unknownOrganization(name)}`)
    for (const line of contents) console.log(line)
    for (const problem of siteProblems) console.log(`✗ ${problem}`)
    for (const note of siteNotes) console.log(`! ${note}`)
    const wrongCount = wrong.length + siteProblems.length
    const verdict = wrongCount > 0 ? messages.wrong(wrongCount) : messages.nothingWrong
    console.log(`${messages.pages(pages.size)}: ${verdict}, ${messages.notes(notes.length + siteNotes.length)}`)
  }
  return wrong.length > 0 || siteProblems.length > 0 || (unknown?.length ?? 0) > 0 ? 1 : 0
}

/** Checks the site folder and the theme, also that which the workspace names. */
async function checkFolder(known: SiteIndex) {
  const folder = setWorkspaceTheme(getWorkspaceTheme(known))
  const lostLinks = findLostSettingsLinks(new Site(known), folder.settings)
  const slots = componentProblems.length === 0 ? getSlots({ ...env, theme: folder.theme }) : undefined
  const { problems, notes } = slots === undefined ? { problems: [], notes: [] } : await findComponentMistakes(slots)
  return {
    siteProblems: [...folder.problems, ...lostLinks, ...componentProblems, ...problems],
    siteNotes: [...checkSiteFolder(env, folder), ...notes],
    contents: describeContents(env, folder),
  }
}

async function checkPage(idOrPath: string): Promise<number> {
  const explanation = await explainPage(env, now, idOrPath)
  if (explanation === undefined) {
    console.error(messages.check.noPage(idOrPath))
    return 1
  }
  const { page } = explanation
  const own = findings.filter((finding) => page !== undefined && finding.page === page.id)
  if (values.json) printJson({ ...explanation, findings: await toJson(own) })
  else {
    for (const line of describeExplanation(explanation, messages)) console.log(line)
    await print(own)
  }
  return page === undefined || own.some(isWrong) ? 1 : 0
}

async function print(found: readonly Finding[]): Promise<void> {
  const lines = formatFindings(await describeFindings(found, { pages, store, messages }))
  if (lines.length > 0) console.log(`${lines.join('\n')}\n`)
}

async function toJson(found: readonly Finding[]) {
  const described = await describeFindings(found, { pages, store, messages })
  return described.map(({ finding, ...more }) => ({
    ...finding,
    ...more,
    page: finding.page,
    address: more.link ?? more.page,
  }))
}

function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}
