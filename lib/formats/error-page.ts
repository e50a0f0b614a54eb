import { getFillingMessages, getSiteMessages, type Messages } from '../../messages/languages'
import { addBasePath } from '../base-path'
import type { Branding } from '../branding/branding'
import { READING_FONT } from '../branding/fonts'
import { DEFAULT_ICON_PATH } from '../branding/logo'
import { getBrandingRules } from '../branding/styles'
import { getSearchAddress } from '../search-address'
import type { PageLink, SuggestedLink } from '../site/site-index'
import { escapeHtml } from '../workspace/escape-html'
import { getDirection } from '../workspace/read/scripts'

export type ErrorStatus = 400 | 403 | 404 | 405 | 408 | 410 | 413 | 429 | 431 | 500 | 503

/** The settings of a document that does not use the site's style sheets. */
export interface ErrorDocumentSettings {
  /** BCP 47 tag of the interface's language. */
  locale: string
  /** The chosen branding; the site's own if undefined. */
  branding?: Branding
  /** Address of the reading font. */
  fontUrl?: string
  /** The script that applies the stored theme before the first paint. */
  script?: string
}

export interface ErrorPageSettings extends ErrorDocumentSettings {
  siteName?: string
  /** The decoded path of the home page; by default that of the site. */
  home?: string
  /** The tag of the language to which the search is limited; empty in the first language, whose paths have no tag. */
  prefix?: string
  /** The main pages of the site, for the header. */
  navigation?: readonly PageLink[]
  /** Public pages with similar paths. If set, the page also contains a search field. */
  suggestions?: readonly SuggestedLink[]
}

/** The number of main pages in the header: about as many as fit beside the name of the site. */
const MAX_LINKS = 5

/** The time after which the page shown before the first snapshot reloads. */
const REFRESH_SECONDS = 3

/** Returns a self-contained document with the branding of the site, for responses that Next.js does not render. */
export function renderErrorPage(status: ErrorStatus, settings: ErrorPageSettings): string {
  const { locale, siteName, home: path = '', prefix = '', navigation = [], suggestions } = settings
  const home = escapeHtml(addBasePath(`/${path}`))
  const messages = getSiteMessages(locale)
  const { title, hint } = messages.errors[status]
  const pageTitle = [title, siteName].filter(Boolean).join(' · ')
  return renderDocument(
    settings,
    pageTitle,
    `<h1><b>${status} </b>${escapeHtml(title)}</h1>
<p>${escapeHtml(hint)}</p>
${suggestions === undefined ? '' : renderSuggestions(suggestions, prefix, messages)}
<p><a href="${home}">${escapeHtml(messages.home)}</a></p>`,
    {
      header:
        siteName === undefined ? '' : renderHeader(siteName, home, navigation.slice(0, MAX_LINKS), prefix, messages),
    },
  )
}

function renderHeader(
  siteName: string,
  home: string,
  links: readonly PageLink[],
  language: string,
  { navigation, search }: Messages,
): string {
  const pages =
    links.length === 0 ? '' : `<nav aria-label="${escapeHtml(navigation)}">${links.map(renderLink).join('')}</nav>`
  const page = escapeHtml(getSearchAddress({ language }))
  return `<header><a href="${home}" dir="auto">${escapeHtml(siteName)}</a>${pages}<a href="${page}">${escapeHtml(search)}</a></header>`
}

const renderLink = ({ path, title }: PageLink) => `<a href="${escapeHtml(path)}" dir="auto">${escapeHtml(title)}</a>`

function renderSuggestions(
  suggestions: readonly SuggestedLink[],
  language: string,
  { search, near: title }: Messages,
): string {
  const word = escapeHtml(search)
  const links = suggestions.map(({ parent, ...page }) => {
    const above = parent === undefined ? '' : ` <small dir="auto">${escapeHtml(parent)}</small>`
    return `<li>${renderLink(page)}${above}</li>`
  })
  return `<form action="${addBasePath('/search')}" role="search"><input type="search" name="q" maxlength="200" aria-label="${word}" placeholder="${word}">${language === '' ? '' : `<input type="hidden" name="lang" value="${escapeHtml(language)}">`}<button type="submit">${word}</button></form>
${links.length === 0 ? '' : `<h2>${escapeHtml(title)}</h2><ul>${links.join('')}</ul>`}`
}

interface Filling extends ErrorDocumentSettings {
  pages: number
  pagesKnown: number
  /** Whether the last attempt failed. */
  failed: boolean
  /** The names of the variables that the operator should check then. */
  variables?: readonly string[]
}

/** Returns the page that is shown at every address until the first snapshot exists. It reloads itself. */
export function renderFillingPage({ pages, pagesKnown, failed, variables = [], ...settings }: Filling): string {
  const { title, hint, progress, waiting, check } = getFillingMessages(settings.locale)
  const known = Math.max(pages, pagesKnown)
  const bar =
    known === 0
      ? ''
      : `<p><progress max="${known}" value="${pages}" aria-hidden="true"></progress><br>${progress(pages, known)}</p>`
  return renderDocument(
    settings,
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(failed ? waiting : hint)}</p>
${failed && variables.length > 0 ? renderVariables(check, variables) : ''}${bar}`,
    { head: `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` },
  )
}

function renderVariables(check: string, variables: readonly string[]): string {
  const items = variables.map((name) => `<li><code>${escapeHtml(name)}</code></li>`)
  return `<p>${escapeHtml(check)} <code>npm run check -- --setup</code></p><ul>${items.join('')}</ul>`
}

function renderDocument(
  { locale, branding = {}, fontUrl, script }: ErrorDocumentSettings,
  title: string,
  body: string,
  { head = '', header = '' },
) {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}"${getDirection(locale) === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${addBasePath(DEFAULT_ICON_PATH)}">
${script === undefined ? '' : `<script>${script}</script>\n`}<style>${getBrandingRules(branding, fontUrl)}${STYLE}</style>
</head>
<body>
${header}
<main>
${body}
<svg viewBox="0 0 24 36" width="24" height="36" fill="none" aria-hidden="true"><circle cx="12" cy="25" r="9.5"/><path d="M12 1.5V25M2.5 25h19M8 6h8M5.5 11h13"/></svg>
</main>
</body>
</html>
`
}

const STYLE = `
:root { --font-interface: ui-sans-serif, system-ui, sans-serif; --font-code: ui-monospace, Menlo, Consolas, monospace }
* { box-sizing: border-box; margin: 0 }
body { display: flex; flex-direction: column; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 var(--font-reading, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
header, nav { display: flex; gap: .5rem 1.5rem; align-items: center; min-width: 0 }
header { justify-content: space-between; min-height: 3.5rem; padding: 0 max(1rem, 3vw); border-bottom: 1px solid var(--line); font: .875rem/1.5 var(--font-interface) }
header a { overflow: hidden; color: var(--muted); text-decoration: none; text-overflow: ellipsis; white-space: nowrap }
header > a:first-child { margin-inline-end: auto; color: var(--ink); font: 600 1.0625rem/1.5 var(--font-reading, "${READING_FONT.family}"), Georgia, "Times New Roman", serif }
header > a:last-child { flex: none }
main { display: grid; flex: 1; grid-template-columns: minmax(0, 1fr); align-content: center; justify-items: center; padding: 3rem 1.5rem; text-align: center }
@media (max-width: 767px) { nav { display: none } }
h1 { max-width: 20em; font-size: clamp(1.5rem, 1.2rem + 1.5vw, 2.125rem); font-weight: 400; letter-spacing: -.015em; line-height: 1.25; text-wrap: balance }
b { display: block; margin-bottom: 1rem; font-size: clamp(5rem, 3rem + 10vw, 9rem); font-weight: 400; letter-spacing: -.03em; line-height: 1; font-variant-numeric: lining-nums }
p { max-width: 32em; margin-top: 1rem; color: var(--muted); text-wrap: balance }
a { color: var(--ink); text-decoration-color: var(--line-strong); text-decoration-thickness: 1px; text-underline-offset: .25em }
a:hover { color: var(--accent) }
h2 { margin: 2.5rem 0 .5rem; color: var(--muted); font: .75rem/1.6 var(--font-interface); letter-spacing: .07em; text-transform: uppercase }
ul { padding: 0; list-style: none }
li { padding: .25rem; overflow-wrap: anywhere }
small { margin-inline-start: .4rem; color: var(--muted); font: .8125rem/1.5 var(--font-interface) }
p:last-of-type { margin-top: 1.5rem }
form { display: flex; width: 26rem; max-width: 100%; margin-top: 2.5rem; border-bottom: 1px solid var(--line-strong) }
form:focus-within { border-color: var(--accent) }
input, button { padding: .6rem 0; border: 0; background: none; color: inherit; font: inherit }
input { flex: 1; min-width: 0; outline: none }
::placeholder { color: var(--muted); opacity: 1 }
button { color: var(--muted); cursor: pointer }
button:hover { color: var(--accent) }
progress { width: 16rem; max-width: 100%; margin-bottom: .5rem; accent-color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
svg { margin-top: 4rem; stroke: var(--line-strong); stroke-width: 1.25 }
`
