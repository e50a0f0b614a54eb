import { type EditorsMessages, getEditorsMessages, getSiteMessages } from '../../messages/languages'
import { EDITOR_SETTINGS, getRowName } from '../branding/editor-settings'
import { formatMomentLabel } from '../page/text/date-label'
import type { Explanation, Step } from '../site/prepare/explain-access'
import type { Finding } from '../site/prepare/lint'
import type { Access, Reason, SitePage } from '../site/site-index'
import { getSeoLabel, SEO_NAMES } from '../workspace/page-seo'
import type { FoundLink } from '../workspace/read/find-link'
import { MAX_HTML_BYTES } from '../workspace/read/sources'
import type { Id, ProtectingName } from '../workspace/record-map'

/** Returns why a page is not published, as part of a sentence. `locale` is that of the messages, by default that of the site. */
function formatReason(reason: Reason, { reason: texts }: EditorsMessages, locale?: string): string {
  switch (reason.why) {
    case 'access-empty':
      return texts.accessEmpty
    case 'access-unknown':
      return texts.accessUnknown(reason.word)
    case 'date-unreadable':
      return texts.dateUnreadable
    case 'form':
      return texts.form
    case 'no-page':
      return texts.noPage(reason.type)
    case 'no-organization':
      return texts.noOrganization
    case 'no-sign-in':
      return texts.noSignIn
    case 'password':
      return texts.password
    case 'password-unusable':
      return texts.passwordUnusable
    case 'public-unticked':
      return texts.publicUnticked
    case 'scheduled':
      return texts.scheduled(formatMomentLabel(reason.until, locale))
    case 'status':
      return reason.status === '' ? texts.statusEmpty : texts.status(reason.status)
    case 'wrong-type':
      return texts.wrongType(reason.property, reason.type)
  }
}

/** Returns the notice above a page that only editors can read; undefined for other pages. */
export function explainNotPublic(access: Access, locale: string): string | undefined {
  if (access.kind !== 'unpublished') return undefined
  return getSiteMessages(locale).notYetPublic(formatReason(access.reason, getEditorsMessages(locale), locale))
}

/** The pages of a site by id. */
export type PagesById = ReadonlyMap<Id | undefined, SitePage>

export const indexPagesById = (pages: readonly SitePage[]): PagesById => new Map(pages.map((page) => [page.id, page]))

/** Returns the address of a page, or of one of its blocks, in Notion. */
export function getBlockUrl(page: Id, block: Id = page): string {
  const address = `https://www.notion.so/${page.replaceAll('-', '')}`
  return block === page ? address : `${address}#${block.replaceAll('-', '')}`
}

/** Returns a finding in one sentence: its text, and what an editor should do. */
export function explainFinding(
  finding: Finding,
  pages: PagesById,
  messages: EditorsMessages,
  link?: FoundLink,
): string {
  const text = describeFinding(finding, pages, messages, link)
  const remedies: Partial<Record<Finding['kind'], string>> = messages.remedy
  const remedy = remedies[finding.kind]
  return remedy === undefined ? text : messages.withRemedy(text, remedy)
}

/** Returns the text of a finding without the name of its page. `link` is the link that it is about, if known. */
export function describeFinding(
  finding: Finding,
  pages: PagesById,
  messages: EditorsMessages,
  link?: FoundLink,
): string {
  const text = formatFinding(finding, pages, messages, link?.text)
  const database = 'database' in finding ? finding.database : undefined
  return database === undefined ? text : messages.finding.database(database, text)
}

/** Returns the text of a finding without the name of its page and of its database. */
export function formatFinding(finding: Finding, pages: PagesById, messages: EditorsMessages, link?: string): string {
  const { finding: texts } = messages
  switch (finding.kind) {
    case 'api-losses':
      return texts.apiLosses(finding.losses.map((loss) => texts.loss[loss]))
    case 'author-picture':
      return texts.authorPicture(finding.name, finding.text)
    case 'closed-link':
      return texts.closedLink(pages.get(finding.to)?.title ?? finding.to, link)
    case 'columns-left-out':
      return texts.columnsLeftOut(finding.view)
    case 'dead-link':
      return texts.deadLink(finding.to.startsWith('/') ? finding.to : getBlockUrl(finding.to), link)
    case 'draft':
    case 'scheduled':
      return texts.notPublished(formatReason(finding.reason, messages))
    case 'duplicate-path':
      return texts.duplicatePath(`/${pages.get(finding.page)?.path}`, `/${finding.preferredPath}`)
    case 'failed-component':
      return texts.failedComponent(finding.file, finding.reason)
    case 'failed-file':
      return texts.failedFile(finding.file, finding.reason)
    case 'unconverted-picture':
      return texts.unconvertedPicture(finding.file)
    case 'large-html':
      return texts.largeHtml(finding.file, MAX_HTML_BYTES / 1000)
    case 'hides-list':
      return texts.hidesList(`/${pages.get(finding.page)?.path}`)
    case 'images-without-alt':
      return texts.imagesWithoutAlt(finding.count)
    case 'no-description':
      return texts.noDescription
    case 'menu-target':
      return texts.menuTarget(finding.text)
    case 'unused-config':
      return texts.unusedConfig(finding.names.join(', '))
    case 'misnamed': {
      const { why, property, database } = finding
      const name = PROTECTING_NAMES[finding.name]
      return database === undefined && why !== 'without-published'
        ? texts.misnamed.heading[why](property, name)
        : texts.misnamed[why](property, name)
    }
    case 'protection': {
      const by = [...finding.properties.map((each) => `“${each}”`), ...(finding.isInTable ? [texts.accessTable] : [])]
      return texts.protection(by, finding.closed, finding.rows)
    }
    case 'missing-fonts':
      return texts.missingFonts(`npm install ${finding.packages.join(' ')}`)
    case 'missing-view':
      return texts.missingView
    case 'unshared-property':
      return texts.unsharedProperty(finding.property, finding.database, finding.related)
    case 'content-missing':
      return texts.contentMissing
    case 'no-root': {
      const named = finding.candidates.map((id) => {
        const title = pages.get(id)?.title
        return title === undefined ? id : `${id} (${title})`
      })
      return texts.noRoot(finding.tops, named)
    }
    case 'not-copied':
      return texts.notCopied
    case 'reduced':
      return texts.reduced[finding.what](finding.text)
    case 'redirect':
      return texts.redirect[finding.why](finding.from, finding.to)
    case 'reserved-path': {
      const format = /(?:^|\/)index$/.test(finding.preferredPath) ? texts.indexPath : texts.reservedPath
      return format(`/${pages.get(finding.page)?.path}`, `/${finding.preferredPath}`)
    }
    case 'rows-on-request':
      return texts.rowsOnRequest
    case 'slug-address':
      return texts.slugAddress
    case 'slow-page':
      return finding.isShown ? texts.slowPage : texts.slowPageHidden
    case 'withheld-results':
      return texts.withheldResults(finding.property, finding.rows, finding.count)
    case 'formulas-not-searched':
      return texts.formulasNotSearched
    case 'text-cut':
      return texts.textCut
    case 'me-filter':
      return texts.meFilter(finding.view)
    case 'loose-footnote':
      return texts.looseFootnote(finding.text)
    case 'unknown-filter':
      return texts.unknownFilter(finding.view)
    case 'unreadable-file':
      return texts.unreadableFile(finding.file, finding.reason)
    case 'unreadable-page':
      return texts.unreadablePage
    case 'unsupported-block':
      return texts.unsupportedBlock(finding.type)
    case 'unsupported-view':
      return texts.unsupportedView(finding.type)
    case 'wrong-access':
      return texts.wrongAccess(formatReason(finding.reason, messages))
    case 'wrong-language':
      return texts.wrongLanguage[finding.why](finding.text)
    case 'wrong-look':
      return texts.wrongLook(getRowName(finding.what), finding.text, EDITOR_SETTINGS[finding.what].example)
    case 'unknown-look':
      return texts.unknownLookTableRow(finding.row, finding.nearest)
    case 'navigation-target':
      return texts.navigationTarget(finding.title, finding.to)
    case 'wrong-seo':
      return texts.wrongSeo[finding.name](finding.text)
    case 'wrong-comments':
      return texts.wrongComments(finding.text)
    case 'wrong-layout':
      return texts.wrongLayout(finding.text)
  }
}

/** The names of properties as the documentation writes them. */
const PROTECTING_NAMES: Record<ProtectingName, string> = {
  access: 'Access',
  public: 'Public',
  status: 'Status',
  'publish at': 'Publish at',
  password: 'Password',
}

/** Returns the lines that explain the access to a page: the result, then the steps from the root page that lead to it. */
export function describeExplanation({ title, page, steps }: Explanation, messages: EditorsMessages): string[] {
  const { check: texts, untitled } = messages
  const name = `“${title || untitled}”`
  const address = page === undefined ? '' : ` (/${page.path})`
  const verdict = page === undefined ? texts.notOfSite : describeAudience(page.access, messages)
  const why = page === undefined ? [steps.some((step) => step.isTrashed) ? texts.inTrash : texts.notBelowRoot] : []
  if (page?.access.kind === 'unpublished') why.push(formatReason(page.access.reason, messages))
  return [
    [`${name}${address} ${verdict}`, ...why].join(': '),
    ...(page?.readable === false ? [texts.unreadable] : []),
    ...describeSeo(page, messages),
    texts.way,
    ...steps.map((step, depth) => `${'  '.repeat(depth + 1)}${formatStep(step, messages)}`),
  ]
}

/** Returns the lines with what editors set of a page for search engines. */
function describeSeo(page: SitePage | undefined, { check: texts }: EditorsMessages): string[] {
  const { seo } = page ?? {}
  if (seo === undefined) return []
  const lines = SEO_NAMES.flatMap((name) => {
    const value = seo[name]
    return value === undefined ? [] : [`  ${getSeoLabel(name)}: ${value === true ? 'yes' : value}`]
  })
  return [texts.seo, ...lines]
}

function formatStep({ kind, title, own, isTrashed, decides }: Step, messages: EditorsMessages): string {
  const { check: texts, untitled } = messages
  const name = `“${title || untitled}”${kind === 'collection' ? ` (${texts.database})` : ''}`
  const word = isTrashed ? texts.inTrash : own.kind === 'public' ? texts.noSetting : formatOwnAccess(own, messages)
  return `${name}: ${word}${decides ? ` ${texts.decides}` : ''}`
}

const formatOwnAccess = (own: Access, messages: EditorsMessages) =>
  own.kind === 'unpublished' ? formatReason(own.reason, messages) : describeAudience(own, messages)

/** Returns who may read a page, as a part of a sentence: “is shown to members”. */
export function describeAudience(access: Access, { check: texts }: EditorsMessages): string {
  if (access.kind === 'unpublished') return texts.closed
  const audience =
    access.kind === 'public' ? undefined : access.kind === 'members' ? access.organizations : access.audience
  const readers =
    audience === undefined
      ? texts.public
      : audience === 'any'
        ? texts.members
        : texts.organizations(audience.join(', '))
  const shown = access.kind === 'locked' ? texts.locked(readers) : readers
  return access.unlisted === undefined ? shown : texts.unlisted(shown)
}
