import type { ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { mathToMarkdown } from 'mdast-util-math'
import { toMarkdown } from 'mdast-util-to-markdown'
import { collectionMessagesFor } from '../messages/parts/collection'
import type { PageContent } from '../page/content'
import type { PreparedProperty } from '../page/wire/collection'
import type { PageLink, SitePage } from '../site/types'
import { addressOf } from './addresses'
import { cellContent } from './database'
import { documentOf } from './document'
import { isoOf } from './instants'
import { type Absolute, linkTo, oneLine, paragraph } from './phrasing'

/** Where a format is written: the site's origin, and the language of its interface. */
export interface FormatSettings {
  siteUrl: string
  locale: string
}

/** The tree of a page's content below its title: the properties of a row, then the body. */
export function treeOf(page: SitePage, content: PageContent, { siteUrl, locale }: FormatSettings): Root {
  const base = addressOf(siteUrl, page.path)
  const absolute: Absolute = (address) => (URL.canParse(address, base) ? new URL(address, base).href : address)
  return { type: 'root', children: [...propertiesOf(content, locale, absolute), ...documentOf(content.body, absolute)] }
}

/** A page as a Markdown document (GitHub's dialect, formulas between dollars) with its facts in front. */
export function markdownOf(page: SitePage, content: PageContent, settings: FormatSettings): string {
  const { children } = treeOf(page, content, settings)
  return frontMatter(page, addressOf(settings.siteUrl, page.path)) + writeMarkdown([titleOf(page.title), ...children])
}

/** The generated home page of a site without a root page. */
export function markdownOfHome(name: string, description: string, pages: PageLink[], siteUrl: string): string {
  const items = pages.map(
    ({ path, title }): ListItem => ({ type: 'listItem', children: [paragraph([linkTo(siteUrl + path, title)])] }),
  )
  const about: RootContent[] = description === '' ? [] : [paragraph([{ type: 'text', value: description }])]
  return writeMarkdown([titleOf(name), ...about, { type: 'list', spread: false, children: items }])
}

/** Writes a tree whose text stays text, whatever it says. */
export function writeMarkdown(children: RootContent[]): string {
  return toMarkdown(
    { type: 'root', children },
    {
      bullet: '-',
      rule: '-',
      fences: true,
      resourceLink: false,
      extensions: [gfmToMarkdown({ tablePipeAlign: false }), mathToMarkdown()],
      // A space at the end of a line is written by its number, and a stroke before that would take its meaning away.
      // Before the sign of an emphasis, `<` could begin an address in angle brackets.
      unsafe: [
        { character: '\\', after: '[\\t ]', inConstruct: 'phrasing' },
        { character: '<', after: '\\S', inConstruct: 'phrasing' },
      ],
    },
  )
}

const titleOf = (title: string): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: oneLine(title) }],
})

function propertiesOf({ properties }: PageContent, locale: string, absolute: Absolute): RootContent[] {
  const labels = collectionMessagesFor(locale).interface
  const items = properties.flatMap(({ column, cell }: PreparedProperty): ListItem[] => {
    const value = cellContent(column, cell, labels, absolute)
    const name: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: oneLine(column.name) }] }
    return value.length === 0
      ? []
      : [{ type: 'listItem', spread: false, children: [paragraph([name, { type: 'text', value: ': ' }, ...value])] }]
  })
  return items.length === 0 ? [] : [{ type: 'list', spread: false, children: items }]
}

/** YAML, which JSON is a part of: so every text stands in quotes and breaks out of nothing. */
function frontMatter(page: SitePage, url: string): string {
  const facts: [name: string, value: unknown][] = [
    ['title', page.title],
    ['url', url],
    ['description', page.description || undefined],
    ['published', page.published === undefined ? undefined : isoOf(page.published)],
    ['updated', isoOf(page.edited)],
    ['tags', page.tags.length === 0 ? undefined : page.tags],
    ['language', page.language],
  ]
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${yamlOf(value)}`]))
  return `---\n${lines.join('\n')}\n---\n\n`
}

/** YAML takes two characters for ends of lines that JSON does not, and wants those that are not seen to be named. */
const yamlOf = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
