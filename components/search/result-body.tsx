import type { SearchResult, StartPage } from '@/lib/search/answer'
import { PageIcon } from '../ui/page-icon'
import { Highlighted } from './highlighted'

/** The address of a result: the page, at the heading under which the words stand. */
export const addressOf = ({ path, section }: SearchResult): string => (section ? `${path}#${section.anchor}` : path)

/** What a result shows: the page and where it lies, the heading, and the words around what was found. */
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

/** What is shown of a page that is named before a question: itself, and where it lies. */
export function StartBody({ page }: { page: StartPage }) {
  return <ResultBody result={{ ...page, highlight: { text: '' } }} />
}
