import '@/styles/editor-dashboard.css'
import type { ReactNode } from 'react'
import { addBasePath } from '@/lib/base-path'
import type { DashboardGroup, DashboardList, DashboardView, Moment } from '@/lib/formats/dashboard'
import type { StatisticsView } from '@/lib/formats/statistics'
import { DESK } from '@/lib/members-path'
import type { Chrome } from '@/lib/screens/chrome'
import { type EditorsMessages, getEditorsMessages, getSiteMessages } from '@/messages/languages'
import { SiteLayout } from '../site-layout'
import { PreviewLinks } from './preview-links'
import { StatisticsSection } from './statistics-section'

interface DashboardScreenProps {
  chrome: Chrome
  view: DashboardView
  /** Undefined if the site counts nothing. */
  statistics?: StatisticsView | undefined
  locale: string
  /** Whether a sync was just requested. */
  isRequested: boolean
  /** See `SiteLayout`. */
  bar?: ReactNode
}

/** The editor dashboard with the site around it. It works without JavaScript. */
export function DashboardScreen({ chrome, view, statistics, locale, isRequested, bar }: DashboardScreenProps) {
  // Scripts of other services must not run where editors work.
  const { head: _, ...place } = chrome
  const messages = getEditorsMessages(locale)
  const current = { path: addBasePath(DESK), title: messages.desk.title }
  return (
    <SiteLayout chrome={place} messages={getSiteMessages(locale)} bar={bar} current={current}>
      <EditorDashboard view={view} statistics={statistics} messages={messages} isRequested={isRequested} />
    </SiteLayout>
  )
}

interface EditorDashboardProps extends Pick<DashboardScreenProps, 'view' | 'statistics' | 'isRequested'> {
  messages: EditorsMessages
}

export function EditorDashboard({ view, statistics, messages, isRequested }: EditorDashboardProps) {
  const { desk } = messages
  const { sync, wrong, notes, tokens } = view
  return (
    <article className="page desk">
      <header className="page-header desk-header">
        <h1>{desk.title}</h1>
        <form method="post" action={addBasePath('/members/desk/refresh')}>
          <button type="submit">{view.servesFolder ? desk.readFolder : desk.refresh}</button>
        </form>
        {view.servesFolder && <p>{desk.folder}</p>}
        <p role="status">{isRequested && (view.servesFolder ? desk.folderRequested : desk.requested)}</p>
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
          <p>{view.servesFolder ? desk.neverSynced : desk.never}</p>
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
      {statistics && <StatisticsSection view={statistics} texts={messages.statistics} />}
      <AccessForm access={view.access} messages={messages} />
      <PreviewLinks previews={view.previews} messages={messages} />
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
      {view.protection.items.length > 0 && (
        <section aria-labelledby="desk-protection">
          <h2 id="desk-protection">{desk.protection}</h2>
          <Groups groups={view.protection} messages={messages} />
        </section>
      )}
    </article>
  )
}

/** The form that explains who can read a page. */
function AccessForm({ access, messages }: { access: DashboardView['access']; messages: EditorsMessages }) {
  const { query, organizations, explained } = access
  const { access: texts } = messages.desk
  return (
    <section aria-labelledby="desk-access">
      <h2 id="desk-access">{texts.title}</h2>
      <form className="desk-query" method="get" action={addBasePath(DESK)}>
        <label>
          {texts.page}
          <input name="page" required maxLength={200} defaultValue={query.page} />
        </label>
        <label>
          {texts.as}
          <select name="as" defaultValue={query.as}>
            <option value="">{texts.signedOut}</option>
            <option value="*">{texts.anyMember}</option>
            {organizations.map((name) => (
              <option key={name} value={name}>
                {texts.member(name)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">{texts.explain}</button>
      </form>
      {explained && explained.items.length === 0 && <p>{messages.check.noPage(query.page)}</p>}
      {explained && <Groups groups={explained} messages={messages} />}
    </section>
  )
}

const When = ({ moment }: { moment: Moment }) => <time dateTime={moment.iso}>{moment.text}</time>

/** Remarks, grouped by page. Its title leads to Notion, where editors fix the page. */
function Groups({ groups, messages }: { groups: DashboardList<DashboardGroup>; messages: EditorsMessages }) {
  return (
    <>
      <ul className="desk-groups">
        {groups.items.map(({ title, notion, path, lines }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            {notion === undefined ? <b>{title}</b> : <a href={notion}>{title}</a>}
            {path !== undefined && (
              <>
                {' '}
                <a className="desk-view" href={path}>
                  {messages.desk.viewPage}
                </a>
              </>
            )}
            {lines.map(({ text, help }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <p key={at}>
                {text} {help !== undefined && <a href={help}>{messages.desk.handbook}</a>}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {groups.more > 0 && <p>{messages.more(groups.more)}</p>}
    </>
  )
}
