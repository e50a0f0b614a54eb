import { Fragment, type ReactNode } from 'react'
import type { LinkCard, PreparedText, TextFormat, TextPiece } from '@/lib/page/prepared-text'
import { Link } from './link'
import { PageIcon } from './page-icon'

/** Renders a prepared text. */
export function RichText({ text }: { text: PreparedText | undefined }): ReactNode {
  if (!text || typeof text === 'string') return text || null
  // The pieces of a text never move, so their indexes are their keys.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return text.map((piece, index) => <Fragment key={index}>{renderPiece(piece)}</Fragment>)
}

/** Formats are stored from the innermost to the outermost. */
function renderPiece(piece: TextPiece): ReactNode {
  if (typeof piece === 'string') return piece
  const [text, ...formats] = piece
  return formats.reduce<ReactNode>((inner, format) => wrap(inner, format), text)
}

const STYLES = { b: 'strong', i: 'em', s: 's', _: 'u', c: 'code' } as const

function wrap(inner: ReactNode, format: TextFormat): ReactNode {
  if (typeof format === 'string') {
    const Style = STYLES[format]
    return <Style>{inner}</Style>
  }
  switch (format[0]) {
    case 'a':
      return (
        <Link className="link" href={format[1]}>
          {inner}
        </Link>
      )
    case 'h':
      return <span className={`notion-${format[1]}`}>{inner}</span>
    case 'e':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup that the server generated from a formula
      return <span className="equation" dangerouslySetInnerHTML={{ __html: format[1] }} />
    case 'p':
      return (
        <Link className="link mention" href={format[1]}>
          {format[2] && <PageIcon icon={format[2]} />}
          {inner}
        </Link>
      )
    case 'u':
      return <span className="person">{inner}</span>
    case 'd':
      return <time dateTime={format[1]}>{inner}</time>
    case 'lm':
      return <LinkMention card={format[1]} />
    case 'ce':
      // biome-ignore lint/performance/noImgElement: an emoji is small
      return <img className="emoji" src={format[1]} alt="" loading="lazy" decoding="async" />
  }
}

/** A link with the icon and name of its service, and a card that is shown on hover and focus. */
function LinkMention({ card }: { card: LinkCard }) {
  const { href, title, description, icon, thumbnail, provider } = card
  return (
    <span className="link-mention">
      <Link className="link mention" href={href}>
        {icon && <PageIcon icon={icon} />}
        {provider && <span className="link-mention-provider">{provider} </span>}
        {title}
      </Link>
      {(description || thumbnail) && (
        <span className="link-mention-card" aria-hidden="true">
          {/* biome-ignore lint/performance/noImgElement: a picture of another site */}
          {thumbnail && <img src={thumbnail} alt="" loading="lazy" decoding="async" />}
          <span className="link-mention-title">{title}</span>
          {description && <span>{description}</span>}
        </span>
      )}
    </span>
  )
}
