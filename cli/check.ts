import { parseArgs } from 'node:util'
import { getUnknownOrganizations } from '../lib/auth/setup'
import { describeExplanation, indexPagesById } from '../lib/formats/findings'
import { findPageRemarks } from '../lib/page/page-remarks'
import { getEnv } from '../lib/settings/env'
import { warnOfUnknownVariables } from '../lib/settings/unknown'
import { type Finding, isWrong, sortByUrgency } from '../lib/site/prepare/lint'
import { explainPage, prepareSite, readSavedFindings, readSavedProtection } from '../lib/site/prepare/prepare-site'
import type { SiteIndex } from '../lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '../lib/site/working-copy'
import { getEditorsMessages } from '../messages/languages'
import { createFileCounter } from '../server/progress-line'
import { fail } from '../tools/explain-error.mjs'
import { printSetup } from './lib/check-setup'
import { describeFindings, formatFindings, formatProtection } from './lib/described-findings'
import { endWithOutput } from './lib/end-with-output'

/**
 * Checks the whole snapshot, one page and who may read it, or with `--setup` what the site needs. The exit code is 1 if
 * something is wrong.
 */
endWithOutput()
const { isSetup, isJson, named } = readArguments()
if (isSetup) process.exit(await printSetup())
const env = getEnv()
warnOfUnknownVariables()
const messages = getEditorsMessages(env.locale)
const now = Date.now()
await prepareSite(env, now, { findPageRemarks, onProgress: createFileCounter('Reading the workspace') })
const store = openWorkingCopy(env)
const index = await readSavedIndex(store)
if (index === undefined) throw new Error('The index that was just prepared is gone')
const findings = sortByUrgency(await readSavedFindings(env))
const pages = indexPagesById(index.pages)
process.exitCode = named === undefined ? await checkAll(index) : await checkPage(named)

function readArguments(): { isSetup: boolean; isJson: boolean; named: string | undefined } {
  try {
    const options = { setup: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [named, ...more] = positionals
    if (more.length === 0) return { isSetup: values.setup, isJson: values.json, named }
  } catch {
    // An unknown option.
  }
  fail('npm run check -- [PAGE] [--json], or npm run check -- --setup')
}

async function checkAll(index: SiteIndex): Promise<number> {
  const unknown = await getUnknownOrganizations(index, env)
  const wrong = findings.filter(isWrong)
  const notes = findings.filter((finding) => !isWrong(finding))
  const protection = await readSavedProtection(env)
  if (isJson)
    printJson({
      wrong: await toJson(wrong),
      notes: await toJson(notes),
      protection: await toJson(protection),
      unknownOrganizations: unknown,
    })
  else {
    await print(findings)
    for (const line of formatProtection(protection, pages, messages)) console.log(line)
    if (unknown === undefined) console.log(messages.check.organizationsUnchecked)
    for (const name of unknown ?? []) console.log(`✗ ${messages.check.unknownOrganization(name)}`)
    const verdict = wrong.length > 0 ? messages.wrong(wrong.length) : messages.nothingWrong
    console.log(`${messages.pages(pages.size)}: ${verdict}, ${messages.notes(notes.length)}`)
  }
  return wrong.length > 0 || (unknown?.length ?? 0) > 0 ? 1 : 0
}

async function checkPage(idOrPath: string): Promise<number> {
  const explanation = await explainPage(env, now, idOrPath)
  if (explanation === undefined) {
    console.error(messages.check.noPage(idOrPath))
    return 1
  }
  const { page } = explanation
  const own = findings.filter((finding) => page !== undefined && finding.page === page.id)
  if (isJson) printJson({ ...explanation, findings: await toJson(own) })
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
