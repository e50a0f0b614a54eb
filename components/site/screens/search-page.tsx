import '@/styles/search.css'
import type { Messages, SearchMessages } from '@/lib/messages/messages'
import type { Chrome } from '@/lib/page/routes/site-chrome'
import type { SearchAnswer } from '@/lib/search/answer'
import { addressOf, ResultBody, StartBody } from '../../search/result-body'
import { SiteFrame } from '../site-frame'

interface SearchPageProps {
  chrome: Chrome
  query: string
  /** Undefined when the search failed. */
  answer: SearchAnswer | undefined
  messages: Messages
  words: SearchMessages
}

/** The search as a page: a form, and the results of the question that it was opened with. */
export function SearchPage({ chrome, query, answer, messages, words }: SearchPageProps) {
  return (
    <SiteFrame chrome={chrome} messages={messages} current={{ path: '/search', title: words.title }}>
      <article className="page search-page">
        <header className="page-header">
          <h1>{words.title}</h1>
        </header>
        <search>
          <form action="/search">
            <input
              type="search"
              name="q"
              defaultValue={query}
              aria-label={words.title}
              placeholder={words.title}
              maxLength={200}
              dir="auto"
            />
            <button type="submit">{words.title}</button>
          </form>
        </search>
        {query === '' ? <Beginning answer={answer} words={words} /> : <Outcome answer={answer} words={words} />}
      </article>
    </SiteFrame>
  )
}

/** Before a question: the site's main pages and its newest ones. */
function Beginning({ answer, words }: Pick<SearchPageProps, 'answer' | 'words'>) {
  const { sections = [], newest = [] } = answer?.start ?? {}
  const lists = [
    { title: words.sections, pages: sections },
    { title: words.newest, pages: newest },
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

function Outcome({ answer, words }: Pick<SearchPageProps, 'answer' | 'words'>) {
  if (answer === undefined) return <p role="alert">{words.error}</p>
  if (answer.total === 0) {
    return (
      <div className="search-outcome">
        <p>{words.none}</p>
        <p>{words.noneHint}</p>
      </div>
    )
  }
  return (
    <>
      <p className="search-total">{words.total(answer.total)}</p>
      <ol>
        {answer.results.map((result) => (
          <li key={result.id}>
            <a className="result" href={addressOf(result)}>
              <ResultBody result={result} />
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
