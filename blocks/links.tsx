import type { CSSProperties } from 'react'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { usePageMessages } from '@/components/ui/page-messages'
import { RichText } from '@/components/ui/rich-text'
import { getExternalObjectCard } from '@/lib/page/external-object'
import { getPlainText } from '@/lib/page/prepared-text'
import { getBlockColor, readPointer } from '@/lib/page/read-values'
import { resolveLink } from '@/lib/page/web-addresses'
import type { BlockContext, BlockFamily, BlockProps, PrepareBlock } from './block-family'
import { classes } from './block-parts'
import { convertText, createLink, createListItem, createParagraph } from './phrasing'
import type { PreparedBlockOf } from './prepared-block'

/** A child page or a full-page database is shown as a link. */
const preparePageLink: PrepareBlock = (block, preparation) =>
  preparation.hooks.lists?.(block.id) === false
    ? undefined
    : createPageLink(block.id, block.format.block_color, preparation)

const prepareAlias: PrepareBlock = (block, preparation) => {
  const target = readPointer(block.format.alias_pointer)
  const link = target === undefined ? undefined : createPageLink(target, block.format.block_color, preparation)
  if (link === undefined) preparation.context.note?.('Alias of a missing page left out')
  return link
}

function createPageLink(id: string, color: unknown, { context }: BlockContext): PreparedBlockOf<'page'> | undefined {
  const link = context.pageLink(id)
  if (link === undefined) return undefined
  const { path, title, icon } = link
  return { type: 'page', path, title, icon, color: getBlockColor(color) }
}

const prepareBreadcrumb: PrepareBlock = (_block, { hooks }) => {
  const items = (hooks.trail ?? []).map(({ path, title, icon }) => ({ path, title, icon }))
  return items.length === 0 ? undefined : { type: 'breadcrumb', items }
}

const prepareContents: PrepareBlock = (block, preparation) => ({
  type: 'contents',
  items: preparation.contents,
  color: getBlockColor(block.format.block_color),
})

const prepareExternalObject: PrepareBlock = (block, { context }) => {
  const card = getExternalObjectCard(block, context)
  return card && { type: 'card', ...card }
}

/** A button is a link if it opens a page that the viewer may read, or an address. Others are labels. */
const prepareButton: PrepareBlock = (block, preparation) => {
  const label = preparation.text(block.properties.title)
  if (getPlainText(label).trim() === '') return undefined
  return {
    type: 'button',
    text: label,
    color: getBlockColor(block.format.block_color),
    href: resolveLink(getPlainText(preparation.text(block.properties.link)).trim(), preparation.context),
  }
}

/** A link to a child page. */
function PageBlock({ block }: BlockProps<'page'>) {
  const { path, title, icon, color } = block
  return (
    <div className={classes('block-page', color)}>
      <Link href={path}>
        {icon && <PageIcon icon={icon} />}
        <span>{title}</span>
      </Link>
    </div>
  )
}

/** A table of contents block. */
function ContentsBlock({ block }: BlockProps<'contents'>) {
  const { items, color } = block
  const messages = usePageMessages().body
  if (items.length === 0) return null
  return (
    <nav className={classes('block-contents', color)} aria-label={messages.contents}>
      {/* The list is a sibling, so that the style sheet can show it without the fold. */}
      <details>
        <summary>{messages.contents}</summary>
      </details>
      <ol>
        {items.map(({ id, text, level }) => (
          <li key={id} style={{ '--level': level } as CSSProperties}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The ancestors of the page. The last item is the page itself, without a link. */
function Breadcrumb({ block }: BlockProps<'breadcrumb'>) {
  const { items } = block
  const messages = usePageMessages().body
  return (
    // The header has a breadcrumb landmark already.
    <div className="block-breadcrumb">
      <ol aria-label={messages.breadcrumb}>
        {items.map(({ path, title, icon }, index) => (
          <li key={path}>
            {icon && <PageIcon icon={icon} />}
            {index < items.length - 1 ? <Link href={path}>{title}</Link> : <span aria-current="page">{title}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A button that opens a page or an address. One that does anything else in Notion is a label. */
function Button({ block }: BlockProps<'button'>) {
  const { text, color, href } = block
  if (href === undefined) {
    return (
      <div className={classes('block-button', color)}>
        <RichText text={text} />
      </div>
    )
  }
  return (
    <Link className={classes('block-button', color)} href={href}>
      <RichText text={text} />
    </Link>
  )
}

export const LINKS = {
  prepare: {
    alias: prepareAlias,
    breadcrumb: prepareBreadcrumb,
    button: prepareButton,
    collection_view_page: preparePageLink,
    external_object_instance: prepareExternalObject,
    page: preparePageLink,
    table_of_contents: prepareContents,
  },
  outputs: {
    // Readers of a copy have what tables of contents and breadcrumbs lead to.
    breadcrumb: { Html: Breadcrumb, toMarkdown: () => [] },
    button: {
      Html: Button,
      toMarkdown: ({ text, href }, { toAbsolute }) => {
        const label = convertText(text, toAbsolute)
        return [
          createParagraph(href === undefined ? label : [{ type: 'link', url: toAbsolute(href), children: label }]),
        ]
      },
    },
    contents: { Html: ContentsBlock, toMarkdown: () => [] },
    page: {
      Html: PageBlock,
      toItem: ({ path, title }, { toAbsolute }) =>
        createListItem([createParagraph([createLink(toAbsolute(path), title)])]),
    },
  },
} satisfies BlockFamily
