import type { PageView } from '@/lib/page/page-view'
import type { Chrome } from '@/lib/screens/chrome'
import { getPageMessages, getSiteMessages } from '@/messages/languages'
import { PageIcon } from '../ui/page-icon'
import { RichText } from '../ui/rich-text'
import { Breadcrumbs } from './breadcrumbs'
import { PageActions, PageTools } from './page-actions'
import { hasPageFacts, PageFacts } from './page-facts'
import { TextSize } from './parts/text-size'
import { PropertyList } from './property-list'

export interface PageHeaderProps {
  chrome: Chrome
  view: PageView
  /** URL-encoded path of the page. */
  path: string
  /** Address of the page's Markdown copy; left out if it has none. */
  markdown?: string
  /** Address of the page in Notion, for editors. */
  edit?: string
}

/** Whether a page shows the date of its last edit above the text, because readers of documentation check it first. */
export const showsUpdated = ({ sidebar }: Chrome, isHome: boolean): boolean => sidebar !== undefined && !isHome

/** Returns which parts the header of a page has, besides its icon, title and description. */
export function getHeaderParts({ chrome, view, path, edit }: PageHeaderProps) {
  const isHome = path === chrome.home.path
  const isBare = view.layout !== undefined
  return {
    isHome,
    /** Breadcrumbs, the authors, dates, tags and reading time. */
    mayHaveFacts: !isHome && !isBare,
    hasActions: isBare ? view.layout !== 'landing' && edit !== undefined : !isHome || edit !== undefined,
    hasProperties: !isBare && view.properties.length > 0,
  }
}

/** The title of a page with what is known about it, above its content. */
export function PageHeader(props: PageHeaderProps) {
  const { chrome, view } = props
  const { isHome, mayHaveFacts, hasActions, hasProperties } = getHeaderParts(props)
  // Interface texts within the page are in the page's language.
  const messages = getSiteMessages(view.locale)
  const updated = showsUpdated(chrome, isHome) ? view.edited : undefined
  const hasFacts = mayHaveFacts && hasPageFacts(view, updated)
  return (
    <header className="page-header">
      {mayHaveFacts && (
        <Breadcrumbs
          label={messages.breadcrumbs}
          ancestors={view.ancestors.filter(({ path }) => path !== chrome.home.path)}
          current={view.plainTitle}
        />
      )}
      {view.icon !== undefined && <PageIcon icon={view.icon} />}
      <h1>
        <RichText text={view.title} />
      </h1>
      {view.summary !== undefined && <p className="page-description">{view.summary}</p>}
      {hasActions && (
        <div className="page-meta" data-only-menu={(!hasProperties && !hasFacts) || undefined}>
          {hasFacts && <PageFacts view={view} messages={messages} updated={updated} counted={chrome.counted} />}
          <PageHeaderActions {...props} />
        </div>
      )}
      {hasProperties && <PropertyList properties={view.properties} />}
    </header>
  )
}

/** The menu of actions on a page. */
export function PageHeaderActions({ chrome, view, path, markdown, edit }: PageHeaderProps) {
  const isHome = path === chrome.home.path
  const { tools, textSize } = getSiteMessages(view.locale)
  return (
    <PageActions markdown={isHome ? undefined : markdown} edit={edit} messages={getPageMessages(view.locale)}>
      {chrome.textSize && <TextSize texts={textSize} />}
      {!isHome && chrome.book !== undefined && <a href={chrome.book}>{tools.epub}</a>}
      {!isHome && chrome.tools && (
        <PageTools {...chrome.tools} markdown={chrome.sidebar && markdown} messages={tools} />
      )}
    </PageActions>
  )
}
