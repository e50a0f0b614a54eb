import type { SearchResult, StartPage } from '@/lib/search/results'
import { PageIcon } from '../ui/page-icon'
import { Highlighted } from './highlighted'

/** Returns the path of a result, with the anchor of the section that contains the match. */
export const getResultPath = ({ path, section }: SearchResult): string => (section ? `${path}#${section.anchor}` : path)

/** Shows a result: the page, its ancestors, the section, and the text around the match. */
export function ResultBody({ result }: { result: SearchResult }) {
  const { title, icon, ancestors, section, highlight } = result
  return (
    <>
      <span className="result-icon">{icon !== undefined && <PageIcon icon={icon} />}</span>
      <span className="result-title" dir="auto">
        {highlight.title === undefined ? title : <Highlighted text={highlight.title} />}
      </span>
      {(ancestors.length > 0 || section) && (
        <span className="result-place" dir="auto">
          {ancestors.length > 0 && <span>{ancestors.join(' / ')}</span>}
          {section && <span className="result-section">{section.title}</span>}
        </span>
      )}
      {highlight.text !== '' && (
        <span className="result-text" dir="auto">
          <Highlighted text={highlight.text} />
        </span>
      )}
    </>
  )
}

/** Shows a page that is suggested before a query: its title and its ancestors. */
export function StartBody({ page }: { page: StartPage }) {
  return <ResultBody result={{ ...page, highlight: { text: '' } }} />
}
