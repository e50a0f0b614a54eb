import '@/styles/search.css'
import type { Messages, SearchMessages } from '@/lib/messages/messages'
import type { Chrome } from '@/lib/page/routes/site-chrome'
import type { SearchAnswer } from '@/lib/search/answer'
import { getResultPath, ResultBody, StartBody } from '../../search/result-body'
import { SiteLayout } from '../site-layout'

interface SearchPageProps {
  chrome: Chrome
  query: string
  /** Undefined when the search failed. */
  answer: SearchAnswer | undefined
  messages: Messages
  searchMessages: SearchMessages
}

/** The search without script: a form, and the results of the query in the URL. */
export function SearchPage({ chrome, query, answer, messages, searchMessages }: SearchPageProps) {
  return (
    <SiteLayout chrome={chrome} messages={messages} current={{ path: '/search', title: searchMessages.title }}>
      <article className="page search-page">
        <header className="page-header">
          <h1>{searchMessages.title}</h1>
        </header>
        <search>
          <form action="/search">
            <input
              type="search"
              name="q"
              defaultValue={query}
              aria-label={searchMessages.title}
              placeholder={searchMessages.title}
              maxLength={200}
              dir="auto"
            />
            <button type="submit">{searchMessages.title}</button>
          </form>
        </search>
        {query === '' ? (
          <Suggestions answer={answer} searchMessages={searchMessages} />
        ) : (
          <Outcome answer={answer} searchMessages={searchMessages} />
        )}
      </article>
    </SiteLayout>
  )
}

/** Suggestions before a query: the site's main pages and its newest pages. */
function Suggestions({ answer, searchMessages }: Pick<SearchPageProps, 'answer' | 'searchMessages'>) {
  const { sections = [], newest = [] } = answer?.start ?? {}
  const lists = [
    { title: searchMessages.sections, pages: sections },
    { title: searchMessages.newest, pages: newest },
  ]
  return lists.map(
    ({ title, pages }) =>
      pages.length > 0 && (
        <section key={title}>
          <h2 className="search-total">{title}</h2>
          <ol>
            {pages.map((page) => (
              <li key={page.id}>
                <a className="result" href={page.path}>
                  <StartBody page={page} />
                </a>
              </li>
            ))}
          </ol>
        </section>
      ),
  )
}

function Outcome({ answer, searchMessages }: Pick<SearchPageProps, 'answer' | 'searchMessages'>) {
  if (answer === undefined) return <p role="alert">{searchMessages.error}</p>
  if (answer.total === 0) {
    return (
      <div className="search-outcome">
        <p>{searchMessages.none}</p>
        <p>{searchMessages.noneHint}</p>
      </div>
    )
  }
  return (
    <>
      <p className="search-total">{searchMessages.total(answer.total)}</p>
      <ol>
        {answer.results.map((result) => (
          <li key={result.id}>
            <a className="result" href={getResultPath(result)}>
              <ResultBody result={result} />
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
