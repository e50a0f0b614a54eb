import type { ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import type { ToAbsolute } from '../../blocks/block-family'
import { convertCell } from '../../blocks/collection'
import { convertBlocks } from '../../blocks/markdown'
import { createParagraph, joinLines } from '../../blocks/phrasing'
import type { PreparedProperty } from '../../islands/collection/data'
import { getCollectionMessages } from '../../messages/languages'
import type { PageContent } from '../page/content'
import type { SitePage } from '../site/site-index'
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
export function renderMarkdown(page: SitePage, content: PageContent, settings: FormatSettings): string {
  const { children } = createMarkdownTree(page, content, settings)
  return (
    renderFrontMatter(page, getPageUrl(settings.siteUrl, page.path)) +
    writeMarkdown([createTitle(page.title), ...children])
  )
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
    ['description', page.description || undefined],
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
