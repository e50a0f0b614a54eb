import type { CSSProperties } from 'react'
import { Link } from '@/components/ui/link'
import { PageIcon } from '@/components/ui/page-icon'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import { type Captioned, classes } from './block-props'
import { Caption } from './caption'

/** A link to a child page. */
export function PageBlock({ path, title, icon, color }: WireAttributes['page']) {
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
export function ContentsBlock({ items, color }: WireAttributes['contents']) {
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
export function Breadcrumb({ items }: WireAttributes['breadcrumb']) {
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

/** A link with the title, description and image of its target. */
export function BookmarkCard({
  caption,
  href,
  title,
  description,
  icon,
  cover,
  source,
  badge,
  color,
}: Captioned & WireAttributes['card']) {
  return (
    <figure className={classes('block-card', color)}>
      <Link href={href}>
        <span className="block-card-text">
          <span className="block-card-title">{title}</span>
          {description && <span className="block-card-description">{description}</span>}
          {source && (
            <span className="block-card-source">
              {icon && <PageIcon icon={icon} />}
              <span>{source}</span>
              {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
              {badge && <img className="block-card-badge" src={badge} alt="" loading="lazy" decoding="async" />}
            </span>
          )}
        </span>
        {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
        {cover && <img className="block-card-cover" src={cover} alt="" loading="lazy" decoding="async" />}
      </Link>
      <Caption text={caption} />
    </figure>
  )
}
