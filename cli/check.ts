import { unknownOrganizations } from '../lib/auth/organizations'
import { getEnv } from '../lib/env'
import { explanationLines, findingText, pagesById } from '../lib/formats/findings'
import { editorsMessagesFor } from '../lib/messages/parts/editors'
import { type Finding, isWrong } from '../lib/site/prepare/lint'
import { explainPage, prepare, savedFindings } from '../lib/site/prepare/prepare'
import type { SiteIndex } from '../lib/site/types'
import { savedIndex, workingCopy } from '../lib/site/working-copy'

/** An editor's lint: of the whole snapshot, or of one page with why it is shown or not. Exit code 1 when something is wrong. */
const env = getEnv()
const messages = editorsMessagesFor(env.locale)
const isJson = process.argv.includes('--json')
const words = process.argv.slice(2).find((argument) => !argument.startsWith('--'))

const now = Date.now()
await prepare(env, now)
const index = await savedIndex(workingCopy(env))
if (index === undefined) throw new Error('The index that was just prepared is gone')
const findings = await savedFindings(env)
const pages = pagesById(index.pages)
process.exitCode = words === undefined ? await checkAll(index) : await checkPage(words)

async function checkAll(index: SiteIndex): Promise<number> {
  const unknown = await unknownOrganizations(index, env)
  const wrong = findings.filter(isWrong)
  const notes = findings.filter((finding) => !isWrong(finding))
  if (isJson) print({ wrong: wrong.map(plain), notes: notes.map(plain), unknownOrganizations: unknown })
  else {
    for (const group of [wrong, notes]) list(group)
    if (unknown === undefined) console.log(messages.check.organizationsUnchecked)
    for (const name of unknown ?? []) console.log(`✗ ${messages.check.unknownOrganization(name)}`)
    const verdict = wrong.length > 0 ? messages.wrong(wrong.length) : messages.nothingWrong
    console.log(`${messages.pages(pages.size)}: ${verdict}, ${messages.notes(notes.length)}`)
  }
  return wrong.length > 0 || (unknown?.length ?? 0) > 0 ? 1 : 0
}

async function checkPage(named: string): Promise<number> {
  const explanation = await explainPage(env, now, named)
  if (explanation === undefined) {
    console.error(messages.check.noPage(named))
    return 1
  }
  const { page } = explanation
  const own = findings.filter((finding) => page !== undefined && finding.page === page.id)
  if (isJson) print({ ...explanation, findings: own.map(plain) })
  else {
    for (const line of explanationLines(explanation, messages)) console.log(line)
    for (const finding of own) console.log(`${mark(finding)} ${findingText(finding, pages, messages)}`)
  }
  return page === undefined || own.some(isWrong) ? 1 : 0
}

/** Findings under the name of their page, which is said once. */
function list(group: readonly Finding[]): void {
  let last: string | undefined
  for (const finding of group) {
    const page = pages.get(finding.page)
    if (page !== undefined && page.id !== last) console.log(`/${page.path} · ${page.title}`)
    last = page?.id
    console.log(`  ${mark(finding)} ${findingText(finding, pages, messages)}`)
  }
  if (group.length > 0) console.log()
}

function mark(finding: Finding): string {
  return isWrong(finding) ? '✗' : '·'
}

function plain(finding: Finding) {
  const page = pages.get(finding.page)
  return { ...finding, path: page && `/${page.path}`, title: page?.title, text: findingText(finding, pages, messages) }
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}
