import type { Blockquote, ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import type { ToAbsolute } from '../../blocks/block-family'
import { convertCell } from '../../blocks/collection'
import { convertBlocks } from '../../blocks/markdown'
import { createParagraph, joinLines } from '../../blocks/phrasing'
import type { PreparedProperty } from '../../islands/collection/data'
import { getCollectionMessages, getSiteMessages } from '../../messages/languages'
import type { PageContent } from '../page/content'
import type { SitePage } from '../site/site-index'
import type { PageComment } from '../workspace/comments'
import { createTitle, writeMarkdown } from './write-markdown'
import { formatIso, getPageUrl } from './write-values'

/** The public address of the site, and the language of its interface. */
export interface FormatSettings {
  siteUrl: string
  locale: string
}

/** Returns the mdast tree of a page without its title: the properties of a row, then the body. */
export function createMarkdownTree(page: SitePage, content: PageContent, { siteUrl, locale }: FormatSettings): Root {
  const base = getPageUrl(siteUrl, page.path)
  const toAbsolute: ToAbsolute = (address) => (URL.canParse(address, base) ? new URL(address, base).href : address)
  return {
    type: 'root',
    children: [...createPropertyList(content, locale, toAbsolute), ...convertBlocks(content.body, toAbsolute)],
  }
}

/** Renders a page as GitHub Flavored Markdown with front matter. Equations are between dollar signs. */
export function renderMarkdown(
  page: SitePage,
  content: PageContent,
  settings: FormatSettings,
  comments: readonly PageComment[] = [],
): string {
  const { children } = createMarkdownTree(page, content, settings)
  return (
    renderFrontMatter(page, getPageUrl(settings.siteUrl, page.path)) +
    writeMarkdown([createTitle(page.title), ...children, ...createComments(comments, settings.locale)])
  )
}

/** The most comments in a copy. */
const MAX_COMMENTS = 1000

/** Returns the comments of readers as quotes, with their replies as quotes in quotes. */
function createComments(comments: readonly PageComment[], locale: string): RootContent[] {
  if (comments.length === 0) return []
  const messages = getSiteMessages(locale)
  const heading: RootContent = { type: 'heading', depth: 2, children: [{ type: 'text', value: messages.comments }] }
  const quotes = comments.slice(0, MAX_COMMENTS).map(({ name, text, created, isReply }): Blockquote => {
    const author: PhrasingContent = {
      type: 'strong',
      children: [{ type: 'text', value: joinLines(name || messages.commentList.anonymous) }],
    }
    const about = createParagraph([author, { type: 'text', value: `, ${formatIso(created)?.slice(0, 10)}` }])
    const lines = text.split(/\n+/).map((line) => createParagraph([{ type: 'text', value: line }]))
    const quote: Blockquote = { type: 'blockquote', children: [about, ...lines] }
    return isReply ? { type: 'blockquote', children: [quote] } : quote
  })
  return [heading, ...quotes]
}

function createPropertyList({ properties }: PageContent, locale: string, toAbsolute: ToAbsolute): RootContent[] {
  const labels = getCollectionMessages(locale).interface
  const items = properties.flatMap(({ column, cell }: PreparedProperty): ListItem[] => {
    const value = convertCell(column, cell, labels, toAbsolute)
    const name: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: joinLines(column.name) }] }
    return value.length === 0
      ? []
      : [
          {
            type: 'listItem',
            spread: false,
            children: [createParagraph([name, { type: 'text', value: ': ' }, ...value])],
          },
        ]
  })
  return items.length === 0 ? [] : [{ type: 'list', spread: false, children: items }]
}

/** Renders the front matter. Values are written as JSON, which is valid YAML, so that no text can end its value. */
function renderFrontMatter(page: SitePage, url: string): string {
  const facts: [name: string, value: unknown][] = [
    ['title', page.title],
    ['url', url],
    ['canonical', page.seo?.canonical],
    ['noindex', page.seo?.noindex],
    ['description', (page.seo?.description ?? page.description) || undefined],
    ['published', page.published === undefined ? undefined : formatIso(page.published)],
    ['updated', formatIso(page.edited)],
    ['categories', page.categories],
    ['authors', page.authors],
    ['tags', page.tags.length === 0 ? undefined : page.tags],
    ['language', page.language],
  ]
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${renderYaml(value)}`]))
  return `---\n${lines.join('\n')}\n---\n\n`
}

/** Renders a value as JSON, and escapes the line separators and control characters that JSON allows in strings but YAML does not. */
const renderYaml = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
