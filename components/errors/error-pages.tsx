import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { addBasePath } from '@/lib/base-path'
import { READING_FONT } from '@/lib/branding/fonts'
import { DEFAULT_ICON_PATH } from '@/lib/branding/logo'
import { getBrandingRules } from '@/lib/branding/styles'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { ErrorDocumentSettings, ErrorPageSettings, ErrorStatus, FillingSettings } from '@/lib/formats/error-page'
import { getSearchAddress } from '@/lib/search-address'
import type { PageLink, SuggestedLink } from '@/lib/site/site-index'
import { getDirection } from '@/lib/workspace/read/scripts'
import {
  getFillingMessages,
  getPageMessages,
  getScreenMessages,
  getSiteMessages,
  type Messages,
} from '@/messages/languages'
import { PageIcon } from '../ui/page-icon'

/** The number of main pages in the header. Links that do not fit are clipped. */
const MAX_LINKS = 12

/** Names what is wrong with the settings. */
const CHECK_COMMAND = 'npm run check -- --setup'

/** The time after which the page shown before the first snapshot reloads. */
const REFRESH_SECONDS = 3

/** Returns a self-contained document with the branding of the site, for responses that Next.js does not render. */
export function renderErrorPage(status: ErrorStatus, settings: ErrorPageSettings): string {
  const { locale, siteName, icon, home: path = '', prefix = '', navigation = [], lists = [], signIn } = settings
  const { suggestions } = settings
  const home = addBasePath(`/${path}`)
  const messages = getSiteMessages(locale)
  const { title, hint } = messages.errors[status]
  const header = siteName !== undefined && (
    <Header
      name={siteName}
      icon={icon}
      home={home}
      links={navigation.slice(0, MAX_LINKS)}
      language={prefix}
      signIn={signIn}
      messages={messages}
    />
  )
  const footer = <Footer name={siteName} home={home} lists={lists} messages={messages} />
  return renderDocument(
    <ErrorDocument {...settings} title={[title, siteName].filter(Boolean).join(' · ')} header={header} footer={footer}>
      <h1>
        <b>{`${status} `}</b>
        {title}
      </h1>
      <p>{hint}</p>
      {suggestions && <Suggestions pages={suggestions} language={prefix} messages={messages} />}
      <p>
        {status === 503 && (
          <>
            {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of this page */}
            <a href="">{getScreenMessages(locale).retry}</a>
            {' · '}
          </>
        )}
        <a href={home}>{messages.home}</a>
        {signIn !== undefined && (
          <>
            {' · '}
            <a href={signIn} rel="nofollow">
              {messages.signIn}
            </a>
          </>
        )}
      </p>
    </ErrorDocument>,
  )
}

/** Returns the page that is shown at every address until the first snapshot exists. It reloads itself. */
export function renderFillingPage({ pages, pagesKnown, failed, variables = [], ...settings }: FillingSettings): string {
  const { title, hint, progress, waiting, check } = getFillingMessages(settings.locale)
  const known = Math.max(pages, pagesKnown)
  return renderDocument(
    <ErrorDocument {...settings} title={title} refreshSeconds={REFRESH_SECONDS}>
      <h1>{title}</h1>
      <p>{failed ? waiting : hint}</p>
      {failed && variables.length > 0 && (
        <>
          <p>
            {`${check} `}
            <code>{CHECK_COMMAND}</code>
          </p>
          <ul>
            {variables.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {known > 0 && (
        <p>
          <progress max={known} value={pages} aria-hidden="true" />
          <br />
          {progress(pages, known)}
        </p>
      )}
    </ErrorDocument>,
  )
}

const renderDocument = (document: ReactNode) => `<!DOCTYPE html>${renderToStaticMarkup(document)}`

interface ErrorDocumentProps extends ErrorDocumentSettings {
  title: string
  refreshSeconds?: number
  header?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The document of every page that Next.js does not render. It loads only the icon and the font. */
function ErrorDocument(props: ErrorDocumentProps) {
  const { locale, branding = {}, fontUrl, script, title, refreshSeconds, header, footer, children } = props
  return (
    <html lang={locale} dir={getDirection(locale) === 'rtl' ? 'rtl' : undefined}>
      {/* biome-ignore lint/style/noHeadElement: not rendered by Next.js */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {refreshSeconds !== undefined && <meta httpEquiv="refresh" content={String(refreshSeconds)} />}
        <title>{title}</title>
        <link rel="icon" href={addBasePath(DEFAULT_ICON_PATH)} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        {script !== undefined && <script dangerouslySetInnerHTML={{ __html: script }} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rules of validated settings, and a constant of ours */}
        <style dangerouslySetInnerHTML={{ __html: getBrandingRules(branding, fontUrl) + STYLE }} />
      </head>
      <body>
        {header}
        <main>{children}</main>
        {footer}
      </body>
    </html>
  )
}

interface HeaderProps {
  name: string
  icon: string | undefined
  home: string
  links: readonly PageLink[]
  language: string
  signIn: string | undefined
  messages: Messages
}

/**
 * The header of the site without what needs its scripts, which may be what is missing: the page has the chosen theme, but no button for it,
 * and a link to the search page instead of the dialog. On narrow screens, a button opens the links.
 */
function Header({ name, icon, home, links, language, signIn, messages: { navigation, ...messages } }: HeaderProps) {
  return (
    <header>
      <a href={home} dir="auto">
        {icon !== undefined && <PageIcon icon={icon} />}
        {name}
      </a>
      {links.length > 0 && (
        <>
          <button type="button" popoverTarget={ELEMENT_IDS.navigation}>
            {getPageMessages(messages.locale).header.menu}
          </button>
          <nav id={ELEMENT_IDS.navigation} popover="auto" aria-label={navigation}>
            {links.map((page) => (
              <Link key={page.path} {...page} />
            ))}
          </nav>
        </>
      )}
      <a href={getSearchAddress({ language })}>{messages.search}</a>
      {signIn !== undefined && (
        <a href={signIn} rel="nofollow">
          {messages.signIn}
        </a>
      )}
    </header>
  )
}

interface FooterProps {
  name: string | undefined
  home: string
  lists: readonly PageLink[]
  messages: Messages
}

/** The footer of the site. */
function Footer({ name, home, lists, messages }: FooterProps) {
  return (
    <footer>
      <svg viewBox="0 0 24 36" width="24" height="36" fill="none" aria-hidden="true">
        <circle cx="12" cy="25" r="9.5" />
        <path d="M12 1.5V25M2.5 25h19M8 6h8M5.5 11h13" />
      </svg>
      {name !== undefined && (
        <p>
          <a href={home} dir="auto">
            {name}
          </a>
        </p>
      )}
      {lists.length > 0 && (
        <p>
          {lists.map((page) => (
            <Link key={page.path} {...page} />
          ))}
        </p>
      )}
      <p>{messages.madeWith}</p>
    </footer>
  )
}

const Link = ({ path, title }: PageLink) => (
  <a href={path} dir="auto">
    {title}
  </a>
)

interface SuggestionsProps {
  pages: readonly SuggestedLink[]
  language: string
  messages: Messages
}

function Suggestions({ pages, language, messages: { search, near } }: SuggestionsProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: few browsers know <search> */}
      <form action={addBasePath('/search')} role="search">
        <input type="search" name="q" maxLength={200} aria-label={search} placeholder={search} />
        {language !== '' && <input type="hidden" name="lang" value={language} />}
        <button type="submit">{search}</button>
      </form>
      {pages.length > 0 && (
        <>
          <h2>{near}</h2>
          <ul>
            {pages.map(({ parent, ...page }) => (
              <li key={page.path}>
                <Link {...page} />
                {parent !== undefined && (
                  <>
                    {' '}
                    <small dir="auto">{parent}</small>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const STYLE = `
:root { --font-interface: ui-sans-serif, system-ui, sans-serif; --font-code: ui-monospace, Menlo, Consolas, monospace }
* { box-sizing: border-box; margin: 0 }
body { display: flex; flex-direction: column; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 var(--font-reading, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
header { display: flex; gap: 0 1.5rem; align-items: center; justify-content: space-between; min-height: 3.5rem; padding: 0 max(1rem, 3vw); font: .875rem/1.5 var(--font-interface) }
header a { overflow: hidden; color: var(--muted); text-decoration: none; text-overflow: ellipsis; white-space: nowrap }
header > a:first-child { margin-inline-end: auto; color: var(--ink); font: 600 1.0625rem/1.5 var(--font-reading, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
header > a:first-child { flex: none; max-width: 50% }
nav:popover-open { position: absolute; inset: 3.5rem max(1rem, 3vw) auto auto; max-width: calc(100vw - 2rem); padding: .75rem 0; border: 1px solid var(--line-strong); background: var(--paper) }
[dir=rtl] nav:popover-open { inset: 3.5rem auto auto max(1rem, 3vw) }
nav:popover-open a { display: block; padding: .5rem 1.5rem }
@media (min-width: 768px) {
  header button { display: none }
  header nav { position: static; display: flex; flex: 1 1 0; flex-wrap: wrap; gap: 0 1.5rem; justify-content: flex-end; min-width: 0; height: 3.5rem; padding: 0; border: 0; background: none; overflow: hidden; line-height: 3.5rem }
}
header > a ~ a { flex: none; padding: .125rem 0 }
.page-icon { display: inline-block; width: 1.25em; height: 1.25em; margin-inline-end: .4em; line-height: 1.25em; text-align: center; vertical-align: -.25em }
.page-icon img { display: block; width: 100%; height: 100%; object-fit: contain }
.page-icon .for-dark { display: none }
main { display: grid; flex: 1; grid-template-columns: minmax(0, 1fr); align-content: center; justify-items: center; padding: 3rem 1.5rem; text-align: center }
h1 { max-width: 20em; font-size: clamp(1.5rem, 1.2rem + 1.5vw, 2.125rem); font-weight: 400; letter-spacing: -.015em; line-height: 1.25; text-wrap: balance }
b { display: block; margin-bottom: 1rem; font-size: clamp(5rem, 3rem + 10vw, 9rem); font-weight: 400; letter-spacing: -.03em; line-height: 1; font-variant-numeric: lining-nums }
p { max-width: 32em; margin-top: 1rem; color: var(--muted); text-wrap: balance }
a { color: var(--ink); text-decoration-color: var(--line-strong); text-decoration-thickness: 1px; text-underline-offset: .25em }
a:hover { color: var(--accent) }
h2 { margin: 2.5rem 0 .5rem; color: var(--muted); font: .75rem/1.6 var(--font-interface); letter-spacing: .07em; text-transform: uppercase }
ul { padding: 0; list-style: none }
li { padding: .25rem; overflow-wrap: anywhere }
small { margin-inline-start: .4rem; color: var(--muted); font: .8125rem/1.5 var(--font-interface) }
main > p:last-of-type { margin-top: 1.5rem }
form { display: flex; width: 26rem; max-width: 100%; margin-top: 2.5rem; border-bottom: 1px solid var(--line-strong) }
form:focus-within { border-color: var(--accent) }
input, button { padding: .6rem 0; border: 0; background: none; color: inherit; font: inherit }
input { flex: 1; min-width: 0; outline: none }
::placeholder { color: var(--muted); opacity: 1 }
button { color: var(--muted); cursor: pointer }
button:hover { color: var(--accent) }
progress { width: 16rem; max-width: 100%; margin-bottom: .5rem; accent-color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
footer { display: grid; justify-items: center; padding: 3rem max(1rem, 3vw) 4rem; color: var(--muted); font: .8125rem/1.65 var(--font-interface); text-align: center }
footer svg { margin-bottom: 1rem; stroke: var(--line-strong); stroke-width: 1.25 }
footer p { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1rem; margin: 0; padding: .25rem 0 }
footer svg + p a { font: 1.0625rem/1.65 var(--font-reading, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
footer a { color: var(--muted); text-decoration: none }
footer svg + p a { color: var(--ink) }
`
