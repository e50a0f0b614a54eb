import type { ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { mathToMarkdown } from 'mdast-util-math'
import { toMarkdown } from 'mdast-util-to-markdown'
import { getCollectionMessages } from '../messages/parts/collection'
import type { PageContent } from '../page/content'
import type { PreparedProperty } from '../page/wire/collection'
import type { PageLink, SitePage } from '../site/site-index'
import { convertCell } from './database'
import { convertBlocks } from './document'
import { formatIso } from './instants'
import { type Absolute, createLink, createParagraph, joinLines } from './phrasing'
import { hasReference, makeReadable, removeReferences } from './readable-tree'
import { getAddressUrl, getPageUrl } from './urls'
import { writeText } from './write-text'

/** The public address of the site, and the language of its interface. */
export interface FormatSettings {
  siteUrl: string
  locale: string
}

/** Returns the mdast tree of a page without its title: the properties of a row, then the body. */
export function createMarkdownTree(page: SitePage, content: PageContent, { siteUrl, locale }: FormatSettings): Root {
  const base = getPageUrl(siteUrl, page.path)
  const absolute: Absolute = (address) => (URL.canParse(address, base) ? new URL(address, base).href : address)
  return {
    type: 'root',
    children: [...createPropertyList(content, locale, absolute), ...convertBlocks(content.body, absolute)],
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

/** Renders the generated home page of a site without a root page. */
export function renderHomeMarkdown(name: string, description: string, pages: PageLink[], siteUrl: string): string {
  const items = pages.map(
    ({ path, title }): ListItem => ({
      type: 'listItem',
      children: [createParagraph([createLink(getAddressUrl(siteUrl, path), title)])],
    }),
  )
  const about: RootContent[] = description === '' ? [] : [createParagraph([{ type: 'text', value: description }])]
  return writeMarkdown([createTitle(name), ...about, { type: 'list', spread: false, children: items }])
}

/** Renders an mdast tree as Markdown. Special characters in its texts are escaped, and no letter is written as a reference. */
export function writeMarkdown(children: RootContent[]): string {
  const nodes = children.map((node) => makeReadable(node))
  const written = writeNodes(nodes)
  // Most documents contain no reference, so that they are written only once.
  return hasReference(written) ? writeNodes(nodes.map((node) => removeReferences(node, writeNodes))) : written
}

const writeNodes = (children: RootContent[]): string =>
  toMarkdown(
    { type: 'root', children },
    {
      bullet: '-',
      rule: '-',
      fences: true,
      resourceLink: false,
      extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown()],
      handlers: { text: writeText },
      // Spaces at the end of a line become character references, which a preceding backslash would escape.
      // `<` before a mark such as `**` could start an autolink.
      unsafe: [
        { character: '\\', after: '[\\t ]', inConstruct: 'phrasing' },
        { character: '<', after: '\\S', inConstruct: 'phrasing' },
      ],
    },
  )

const createTitle = (title: string): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: joinLines(title) }],
})

function createPropertyList({ properties }: PageContent, locale: string, absolute: Absolute): RootContent[] {
  const labels = getCollectionMessages(locale).interface
  const items = properties.flatMap(({ column, cell }: PreparedProperty): ListItem[] => {
    const value = convertCell(column, cell, labels, absolute)
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
