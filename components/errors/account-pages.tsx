import { addBasePath } from '@/lib/base-path'
import type { ErrorPageSettings } from '@/lib/formats/error-page'
import type { AccountPage } from '@/lib/http/account-page'
import { formatMomentLabel } from '@/lib/page/text/date-label'
import { getScreenMessages, getSiteMessages, type Messages } from '@/messages/languages'
import { renderDocument, SiteDocument } from './error-pages'

/** Returns a screen of sign-in as a document that needs no script. */
export function renderAccountPage(page: AccountPage, settings: ErrorPageSettings): string {
  const messages = getSiteMessages(settings.locale)
  const title = page.kind === 'sign-in' ? messages.signIn : messages.account
  return renderDocument(
    <SiteDocument settings={settings} title={title}>
      <h1>{title}</h1>
      {page.kind === 'sign-in' ? (
        <SignIn {...page} locale={settings.locale} messages={messages} />
      ) : (
        <Account {...page} locale={settings.locale} messages={messages} />
      )}
    </SiteDocument>,
  )
}

type Of<Kind extends AccountPage['kind']> = Omit<Extract<AccountPage, { kind: Kind }>, 'kind'>

function SignIn({ start, failure, locale, messages }: Of<'sign-in'> & { locale: string; messages: Messages }) {
  const { signingIn, home } = messages
  const reason = failure === 'not-allowed' ? 'notAllowed' : failure
  return (
    <>
      {reason !== undefined && <p role="alert">{signingIn[reason]}</p>}
      {reason === undefined && <p>{start === undefined ? signingIn.byProxy : signingIn.hint}</p>}
      {start !== undefined && (
        <a className="action" href={start} rel="nofollow">
          {reason === undefined ? signingIn.start : getScreenMessages(locale).retry}
        </a>
      )}
      <p>
        <a href={addBasePath('/')}>{home}</a>
      </p>
    </>
  )
}

function Account(props: Of<'account'> & { locale: string; messages: Messages }) {
  const { person, groups, signOut, session, personal, locale, messages } = props
  const { signingIn, membersSite } = messages
  return (
    <>
      <p>
        <bdi>{person.name ?? person.email ?? person.id}</bdi>
        {person.name !== undefined && person.email !== undefined && (
          <>
            <br />
            <bdi>{person.email}</bdi>
          </>
        )}
      </p>
      {groups.length === 0 ? (
        <p>{signingIn.noGroups}</p>
      ) : (
        <>
          <h2>{signingIn.groups}</h2>
          <ul>
            {groups.map((group) => (
              <li key={group} dir="auto">
                {group}
              </li>
            ))}
          </ul>
        </>
      )}
      {personal !== undefined && (
        <p>
          <a href={personal}>{messages.personal.title}</a>
        </p>
      )}
      {session !== undefined && (
        <p>
          {signingIn.began} <Moment time={session.began} locale={locale} />
          <br />
          {signingIn.ends} <Moment time={session.ends} locale={locale} />
        </p>
      )}
      {signOut !== undefined && (
        <form className="plain" method="post" action={signOut}>
          <button className="action" type="submit">
            {signingIn.signOut}
          </button>
          <button className="action" type="submit" name="everywhere" value="1">
            {signingIn.signOutEverywhere}
          </button>
        </form>
      )}
      <p>
        <a href={addBasePath('/members')}>{membersSite}</a>
      </p>
    </>
  )
}

const Moment = ({ time, locale }: { time: number; locale: string }) => (
  <time dateTime={new Date(time).toISOString()}>{formatMomentLabel(time, locale)}</time>
)
