import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { addBasePath } from '@/lib/base-path'
import { READING_FONT } from '@/lib/branding/fonts'
import { DEFAULT_ICON_PATH } from '@/lib/branding/logo'
import { renderStyles } from '@/lib/branding/styles'
import type { ErrorDocumentSettings, ErrorPageSettings, ErrorStatus, FillingSettings } from '@/lib/formats/error-page'
import type { SuggestedLink } from '@/lib/site/site-index'
import { getDirection } from '@/lib/workspace/read/scripts'
import { getFillingMessages, getScreenMessages, getSiteMessages, type Messages } from '@/messages/languages'
import { ErrorNote } from './error-note'
import { ErrorFooter, ErrorHeader, Link, SignInLink } from './error-parts'

/** Names what is wrong with the settings. */
const CHECK_COMMAND = 'npm run doctor'

/** The time after which the page shown before the first snapshot reloads. */
const REFRESH_SECONDS = 3

/** Returns a self-contained document with the branding of the site, for responses that Next.js does not render. */
export function renderErrorPage(status: ErrorStatus, settings: ErrorPageSettings): string {
  const { locale, home: path = '', prefix = '', signIn, suggestions, drawn = {} } = settings
  const notFound = status === 404 ? settings.notFound : undefined
  const home = addBasePath(`/${path}`)
  const messages = getSiteMessages(locale)
  const { title = messages.errors[status].title, text: hint = messages.errors[status].hint } = notFound ?? {}
  return renderDocument(
    <SiteDocument settings={settings} title={title}>
      <Drawn html={drawn.notFound}>
        <ErrorNote status={status} title={title} hint={hint} />
      </Drawn>
      {suggestions && <Suggestions pages={suggestions} language={prefix} messages={messages} />}
      <p className="screen-links">
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
            <SignInLink address={signIn} messages={messages} />
          </>
        )}
      </p>
    </SiteDocument>,
  )
}

/** A part that a component of the site folder may have drawn. */
const Drawn = ({ html, children }: { html: string | undefined; children: ReactNode }) =>
  html === undefined ? (
    children
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
    <div style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: html }} />
  )

/** A document with the header and the footer of the site, for pages that Next.js does not render. */
export function SiteDocument({ settings, title, children }: SiteDocumentProps) {
  const { locale, siteName, icon, darkIcon, prefix = '', navigation = [], lists = [], signIn } = settings
  const { columns, social, copyright, madeWith = true, drawn = {} } = settings
  const home = addBasePath(`/${settings.home ?? ''}`)
  const messages = getSiteMessages(locale)
  const header = siteName !== undefined && (
    <ErrorHeader
      name={siteName}
      icon={icon}
      darkIcon={darkIcon}
      home={home}
      links={navigation}
      language={prefix}
      signIn={signIn}
      messages={messages}
    />
  )
  const end = { columns, social, copyright, madeWith }
  const footer = <ErrorFooter name={siteName} home={home} lists={lists} messages={messages} {...end} />
  return (
    <ErrorDocument
      {...settings}
      title={[title, siteName].filter(Boolean).join(' · ')}
      header={<Drawn html={drawn.header}>{header}</Drawn>}
      footer={<Drawn html={drawn.footer}>{footer}</Drawn>}
    >
      {children}
    </ErrorDocument>
  )
}

interface SiteDocumentProps {
  settings: ErrorPageSettings
  title: string
  children: ReactNode
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

/** Renders a whole document. */
export const renderDocument = (document: ReactNode) => `<!DOCTYPE html>${renderToStaticMarkup(document)}`

interface ErrorDocumentProps extends ErrorDocumentSettings {
  title: string
  refreshSeconds?: number
  header?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The document of every page that Next.js does not render. It loads only the icon and the font. */
function ErrorDocument(props: ErrorDocumentProps) {
  const { locale, branding = {}, fontUrl, script, styleSheet, title, refreshSeconds, header, footer, children } = props
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
        <style dangerouslySetInnerHTML={{ __html: renderStyles(branding, fontUrl, STYLE) }} />
        {styleSheet !== undefined && <link rel="stylesheet" href={styleSheet} />}
      </head>
      <body>
        {header}
        <main className="screen">{children}</main>
        {footer}
      </body>
    </html>
  )
}

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

/** Contains the sizes of the design that rules of a theme for these documents use. */
const STYLE = `
:root { --font-interface: ui-sans-serif, system-ui, sans-serif; --font-code: ui-monospace, Menlo, Consolas, monospace; --font-title: var(--font-heading, var(--font-reading)); --font-reading: var(--font-body, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
:root { --text-label: 0.75rem; --text-small: 0.8125rem; --text-interface: 0.875rem; --text-name: 1.0625rem; --text-body: 1.125rem; --text-lead: 1.3125rem; --label-spacing: 0.07em; --label-case: uppercase; --space-1: 0.25rem; --space-2: 0.5rem; --space-3: 0.75rem; --space-4: 1rem; --space-5: 1.5rem; --space-6: 2rem; --space-7: 3rem; --space-8: 4rem; --space-9: 6rem; --measure: 708px; --site-margin: clamp(1rem, 3vw, 2.5rem); --header-height: 3.5rem; --radius: 3px; }
* { box-sizing: border-box; margin: 0 }
body { display: flex; flex-direction: column; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 var(--font-body, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
header { display: flex; gap: 0 1.5rem; align-items: center; justify-content: space-between; min-height: 3.5rem; padding: 0 max(1rem, 3vw); font: .875rem/1.5 var(--font-interface) }
header a { overflow: hidden; color: var(--muted); text-decoration: none; text-overflow: ellipsis; white-space: nowrap }
header > .site-name { flex: none; max-width: 50%; margin-inline-end: auto; color: var(--ink); font: 600 1.0625rem/1.5 var(--font-body, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
header [popover]:popover-open { position: absolute; inset: 3.5rem max(1rem, 3vw) auto auto; max-width: calc(100vw - 2rem); padding: .75rem 0; border: 1px solid var(--line-strong); background: var(--paper) }
[dir=rtl] header [popover]:popover-open { inset: 3.5rem auto auto max(1rem, 3vw) }
header [popover]:popover-open a { display: block; padding: .5rem 1.5rem }
@media (min-width: 768px) {
  header nav { flex: 1 1 0; min-width: 0 }
  header nav > button { display: none }
  header nav > [popover] { position: static; display: flex; flex-wrap: wrap; gap: 0 1.5rem; justify-content: flex-end; width: auto; height: 3.5rem; padding: 0; border: 0; background: none; overflow: hidden; line-height: 3.5rem }
}
header > a ~ a { flex: none; padding: .125rem 0 }
.page-icon { display: inline-block; width: 1.25em; height: 1.25em; margin-inline-end: .4em; line-height: 1.25em; text-align: center; vertical-align: -.25em }
.page-icon img { display: block; width: 100%; height: 100%; object-fit: contain }
.page-icon .for-dark, [data-theme=dark] .page-icon .for-light { display: none }
[data-theme=dark] .page-icon .for-dark { display: block }
@media (prefers-color-scheme: dark) {
  :root:not([data-theme]) .page-icon .for-light { display: none }
  :root:not([data-theme]) .page-icon .for-dark { display: block }
}
main { display: grid; flex: 1; grid-template-columns: minmax(0, 1fr); align-content: center; justify-items: center; padding: 3rem 1.5rem; text-align: center }
h1, b { font-family: var(--font-heading, inherit) }
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
footer > svg { margin-bottom: 1rem; stroke: var(--line-strong); stroke-width: 1.25 }
footer p { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1rem; margin: 0; padding: .25rem 0 }
footer > svg + p a { font: 1.0625rem/1.65 var(--font-body, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
footer a { color: var(--muted); text-decoration: none }
footer > svg + p a { color: var(--ink) }
.site-columns { display: flex; flex-wrap: wrap; gap: 1.5rem 3rem; justify-content: center; margin-bottom: 2rem; text-align: start }
.site-columns h2 { margin: 0; color: var(--ink); font: 600 .8125rem/2 var(--font-interface); letter-spacing: 0; text-transform: none }
.site-columns li { padding: .25rem 0 }
.site-social { display: flex; flex-wrap: wrap; justify-content: center; margin-bottom: 1.5rem }
.site-social li { padding: 0 }
.site-social a { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem }
.site-social svg { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }
.action { display: inline-block; margin-top: 1.5rem; padding: .6rem 1.5rem; border: 1px solid var(--line-strong); color: var(--ink); text-decoration: none }
.plain { flex-wrap: wrap; gap: 0 1rem; justify-content: center; width: auto; margin-top: 0; border: 0 }
`
