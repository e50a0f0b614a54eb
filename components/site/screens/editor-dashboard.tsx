import '@/styles/editor-dashboard.css'
import type { ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import type { DashboardGroup, DashboardList, DashboardView, Moment } from '@/lib/formats/dashboard'
import { DESK } from '@/lib/members-path'
import type { Chrome } from '@/lib/screens/chrome'
import { type EditorsMessages, getEditorsMessages, getSiteMessages } from '@/messages/languages'
import { SiteLayout } from '../site-layout'

interface DashboardScreenProps {
  chrome: Chrome
  view: DashboardView
  locale: string
  /** Whether a sync was just requested. */
  isRequested: boolean
  /** See `SiteLayout`. */
  bar?: ReactNode
}

/** The editor dashboard with the site around it. It works without JavaScript. */
export function DashboardScreen({ chrome, view, locale, isRequested, bar }: DashboardScreenProps) {
  const messages = getEditorsMessages(locale)
  const current = { path: addBasePath(DESK), title: messages.desk.title }
  return (
    <SiteLayout chrome={chrome} messages={getSiteMessages(locale)} bar={bar} current={current}>
      <EditorDashboard view={view} messages={messages} isRequested={isRequested} />
    </SiteLayout>
  )
}

interface EditorDashboardProps extends Pick<DashboardScreenProps, 'view' | 'isRequested'> {
  messages: EditorsMessages
}

export function EditorDashboard({ view, messages, isRequested }: EditorDashboardProps) {
  const { desk } = messages
  const { sync, wrong, notes, tokens } = view
  return (
    <article className="page desk">
      <header className="page-header desk-header">
        <h1>{desk.title}</h1>
        <form method="post" action={addBasePath('/members/desk/refresh')}>
          <button type="submit">{desk.refresh}</button>
        </form>
        <p role="status">{isRequested && desk.requested}</p>
      </header>
      {tokens.length > 0 && (
        <section className="desk-notice" aria-labelledby="desk-webhook">
          <h2 id="desk-webhook">{desk.webhook}</h2>
          {tokens.map(({ token, ...moment }) => (
            <p key={token}>
              <code>{token}</code> <When moment={moment} />
            </p>
          ))}
          <p>{desk.webhookHint}</p>
        </section>
      )}
      {view.reasons.length > 0 && (
        <section className="desk-notice" aria-labelledby="desk-health">
          <h2 id="desk-health">{desk.degraded}</h2>
          {view.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </section>
      )}
      <section aria-labelledby="desk-sync">
        <h2 id="desk-sync">{desk.sync}</h2>
        {sync === undefined ? (
          <p>{desk.never}</p>
        ) : (
          <>
            <dl className="desk-facts" data-state={sync.state}>
              {sync.facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{typeof value === 'string' ? value : <When moment={value} />}</dd>
                </div>
              ))}
            </dl>
            {sync.message !== undefined && <p className="desk-notice">{sync.message}</p>}
            {sync.failed.items.length > 0 && (
              <>
                <h3>{desk.failedPages}</h3>
                <Groups groups={sync.failed} messages={messages} />
              </>
            )}
            <h3>{desk.changed}</h3>
            {sync.changed.items.length > 0 ? (
              <Groups groups={sync.changed} messages={messages} />
            ) : (
              <p>{desk.nothingChanged}</p>
            )}
          </>
        )}
      </section>
      <section aria-labelledby="desk-lint">
        <h2 id="desk-lint">{desk.lint}</h2>
        <p>
          {view.pages} {view.wrongCount > 0 ? messages.wrong(view.wrongCount) : messages.nothingWrong}.
        </p>
        <Groups groups={wrong} messages={messages} />
      </section>
      {notes.items.length > 0 && (
        <section aria-labelledby="desk-notes">
          <h2 id="desk-notes">{desk.notes}</h2>
          <Groups groups={notes} messages={messages} />
        </section>
      )}
    </article>
  )
}

const When = ({ moment }: { moment: Moment }) => <time dateTime={moment.iso}>{moment.text}</time>

/** Remarks, grouped by page. */
function Groups({ groups, messages }: { groups: DashboardList<DashboardGroup>; messages: EditorsMessages }) {
  return (
    <>
      <ul className="desk-groups">
        {groups.items.map(({ title, path, lines }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            {path === undefined ? <b>{title}</b> : <a href={path}>{title}</a>}
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </li>
        ))}
      </ul>
      {groups.more > 0 && <p>{messages.more(groups.more)}</p>}
    </>
  )
}
