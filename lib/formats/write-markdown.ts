import type { ListItem, Parents, RootContent, Text } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { mathToMarkdown } from 'mdast-util-math'
import type { Info, State } from 'mdast-util-to-markdown'
import { toMarkdown } from 'mdast-util-to-markdown'
import { createLink, createParagraph, joinLines } from '../../blocks/phrasing'
import type { PageLink } from '../site/site-index'
import { hasReference, makeReadable, removeReferences } from './readable-tree'
import { getAddressUrl } from './urls'

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

export const createTitle = (title: string): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: joinLines(title) }],
})

/** An address that GitHub Flavored Markdown links where it stands, up to characters that addresses in running text seldom contain. */
const ADDRESS =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/[\w\-.~:/?#@!&'()*+,;=%]*[\w\-~/?#&=%]|www\.[\w\-.~:/?#@!&'()*+,;=%]*[\w\-~/?#&=%]|(?<![.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/gu
/** What may follow an address that stands without marks: a space, or the punctuation of a sentence and a space. */
const END = /^[.,;:!?)'"]*(?:\s|$)/
/** A character reference would be decoded, and a mark at the end is not part of the address. */
const AMBIGUOUS = /&#?\w+;|[*_~]$/

/**
 * Writes a text node. Addresses are written as they are, or between `<` and `>`: in an address, GitHub Flavored Markdown does not
 * recognize escapes, and other readers would see them. Everything else is escaped.
 */
function writeText({ value }: Text, _: Parents | undefined, state: State, info: Info): string {
  if (state.stack.includes('link') || state.stack.includes('autolink') || !value.includes('.'))
    return state.safe(value, info)
  const isInCell = state.stack.includes('tableCell')
  // A space separates the text from the bar at the end of its cell.
  const afterText = isInCell && info.after === '|' ? ' ' : info.after
  const pieces: string[] = []
  let at = 0
  const escapeUntil = (end: number, after: string) => {
    if (end === at) return
    pieces.push(
      state.safe(value.slice(at, end), { ...info, before: at === 0 ? info.before : value.charAt(at - 1), after }),
    )
    at = end
  }
  for (const { 0: address, index } of value.matchAll(ADDRESS)) {
    const end = index + address.length
    const written = AMBIGUOUS.test(address) ? undefined : markAddress(address, value.slice(end) + afterText, isInCell)
    if (written === undefined) continue
    escapeUntil(index, written.charAt(0))
    pieces.push(written)
    at = end
  }
  escapeUntil(value.length, info.after)
  return pieces.join('')
}

/** Returns an address as it can be written before a text; undefined if it must be escaped. */
function markAddress(address: string, following: string, isInCell: boolean): string | undefined {
  if (END.test(following)) return address
  // Before a line break, which begins with a backslash, and in cells, it is escaped.
  return address.startsWith('http') && !isInCell && !following.startsWith('\\') ? `<${address}>` : undefined
}
