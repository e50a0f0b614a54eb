import { describeFinding, explainFinding, getBlockUrl, type PagesById } from '../../lib/formats/findings'
import { type Finding, isWrong } from '../../lib/site/prepare/lint'
import type { SnapshotStore } from '../../lib/snapshot/store'
import { findLink } from '../../lib/workspace/read/find-link'
import type { StoredPage } from '../../lib/workspace/stored'
import type { EditorsMessages } from '../../messages/languages'

/** A finding with what an editor needs to fix it. */
export interface DescribedFinding {
  finding: Finding
  text: string
  path?: string
  title?: string
  /** Address of the page in Notion. */
  page?: string
  /** Address in Notion of the block with the link that the finding is about. */
  link?: string
}

/** Describes findings. The texts of links are read from their pages, because the index has only their targets. */
export async function describeFindings(
  findings: readonly Finding[],
  { pages, store, messages }: { pages: PagesById; store: Pick<SnapshotStore, 'page'>; messages: EditorsMessages },
): Promise<DescribedFinding[]> {
  const described: DescribedFinding[] = []
  let last: { hash: string; stored: StoredPage | undefined } | undefined
  for (const finding of findings) {
    const page = pages.get(finding.page)
    if (page === undefined) {
      described.push({ finding, text: explainFinding(finding, pages, messages) })
      continue
    }
    const isAboutLink = finding.kind === 'dead-link' || finding.kind === 'closed-link'
    if (isAboutLink && last?.hash !== page.hash) {
      last = { hash: page.hash, stored: await store.page(page.id, page.hash).catch(() => undefined) }
    }
    const link = isAboutLink && last?.stored ? findLink(last.stored, finding.to) : undefined
    described.push({
      finding,
      text: explainFinding(finding, pages, messages, link),
      path: `/${page.path}`,
      title: page.title,
      page: getBlockUrl(page.id),
      ...(link && { link: getBlockUrl(page.id, link.block) }),
    })
  }
  return described
}

/** From this number of pages on, a finding that they share is listed once. */
const MANY = 3

/** Returns lines that list findings under their pages, and pages under a finding that many of them share. */
export function formatFindings(found: readonly DescribedFinding[]): string[] {
  const byText = new Map<string, DescribedFinding[]>()
  for (const each of found) {
    const all = byText.get(each.text)
    if (all === undefined) byText.set(each.text, [each])
    else all.push(each)
  }
  const lines: string[] = []
  let last: string | undefined
  for (const all of byText.values()) {
    const isShared = all.length >= MANY
    for (const [index, { finding, text, page, path, title, link }] of all.entries()) {
      const line = `${isWrong(finding) ? '✗' : '·'} ${text}`
      const name = `${path} · ${title} · ${page}`
      if (isShared && index === 0) lines.push(line)
      if (page !== undefined && (isShared || page !== last)) lines.push(isShared ? `    ${name}` : name)
      if (!isShared) lines.push(page === undefined ? line : `  ${line}`)
      if (link !== undefined) lines.push(`    ${link}`)
      last = isShared ? undefined : page
    }
  }
  return lines.map(removeControlCharacters)
}

/** Returns a line for each database, with what protects it. */
export const formatProtection = (
  protection: readonly Finding[],
  pages: PagesById,
  messages: EditorsMessages,
): string[] => protection.map((each) => removeControlCharacters(`· ${describeFinding(each, pages, messages)}`))

/** Titles and texts come from the workspace, and terminals execute control characters. */
const removeControlCharacters = (line: string) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
