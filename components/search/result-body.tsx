import { Fragment } from 'react'
import type { SearchResult, StartPage } from '@/lib/search/results'
import { PageIcon } from '../ui/page-icon'

const MARKED = /<mark>([\s\S]*?)<\/mark>/
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the path of a result, with the anchor of the section that contains the match. */
export const getResultPath = ({ path, section }: SearchResult): string =>
  section ? `${path}#${encodeURI(section.anchor)}` : path

/**
 * Shows a result: the page, its ancestors, the section, and the text around the match. The element around it has the direction of the
 * title, and so do the icon and the ancestors.
 */
export function ResultBody({ result }: { result: SearchResult }) {
  const { title, icon, ancestors, section, highlight } = result
  return (
    <>
      <span className="result-icon">{icon !== undefined && <PageIcon icon={icon} />}</span>
      <span className="result-title">
        {highlight.title === undefined ? title : <Highlighted text={highlight.title} />}
      </span>
      {(ancestors.length > 0 || section) && (
        <span className="result-place">
          {ancestors.length > 0 && (
            <span>
              {ancestors.map((ancestor, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: ancestors never move
                <Fragment key={index}>
                  {index > 0 && ' / '}
                  <bdi>{ancestor}</bdi>
                </Fragment>
              ))}
            </span>
          )}
          {section && <bdi className="result-section">{section.title}</bdi>}
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

/** Renders a highlighted text of a search result. Only its `<mark>` elements are markup; any other tag is shown as text. */
export function Highlighted({ text }: { text: string }) {
  return text.split(MARKED).map((piece, index) => {
    const plain = piece.replace(ENTITY, (entity, name: string) => CHARACTERS[name] ?? entity)
    // Every second piece was inside a mark, and pieces never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return index % 2 === 1 ? <mark key={index}>{plain}</mark> : plain
  })
}
