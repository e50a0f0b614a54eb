import type { CSSProperties } from 'react'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { usePageMessages } from '@/components/ui/page-messages'
import { RichText } from '@/components/ui/rich-text'
import { type BlockProps, classes } from './block-props'

/** A link to a child page. */
export function PageBlock({ block }: BlockProps<'page'>) {
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
export function ContentsBlock({ block }: BlockProps<'contents'>) {
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
export function Breadcrumb({ block }: BlockProps<'breadcrumb'>) {
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
export function Button({ block }: BlockProps<'button'>) {
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
