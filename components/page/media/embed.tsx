import { useRef, useState } from 'react'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireMore } from '@/lib/page/wire/blocks'
import { useHasScript } from '../../ui/use-has-script'
import type { Captioned } from '../blocks/block-props'
import { Caption } from '../blocks/caption'
import { Post } from './post'
import { SandboxedIframe } from './sandboxed-iframe'
import { useNear } from './use-near'
import { useOwnPolicy } from './use-own-policy'

/**
 * An embed in an iframe of fixed size, and a link to it. It is loaded when it comes near the viewport, or on request. Browsers do not
 * report whether an iframe failed, so the link is always shown; without script it is shown alone.
 */
export function Embed({ caption, src, title, href, ask, post, width, ratio, height, full }: EmbedProps) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  const mayEmbed = useOwnPolicy(src)
  const [isAskedFor, setAskedFor] = useState(false)
  const style = height === undefined ? { aspectRatio: 1 / (ratio ?? 1) } : { height }
  return (
    <figure className="block-embed" data-full={full} data-post={post} style={{ width }}>
      {mayEmbed && (ask ? isAskedFor : isNear) ? (
        post ? (
          <Post takesFocus={isAskedFor} src={src} title={title} style={style} />
        ) : (
          <SandboxedIframe takesFocus={isAskedFor} src={src} title={title} style={style} />
        )
      ) : (
        <div ref={place} className="frame" style={style}>
          {ask && <Ask src={src} title={title} href={href ?? src} onShow={() => setAskedFor(true)} />}
        </div>
      )}
      {(!ask || isAskedFor) && (
        <a href={href ?? src} rel="noopener noreferrer">
          {title}
        </a>
      )}
      <Caption text={caption} />
    </figure>
  )
}

type EmbedProps = Captioned & WireMore['embed']

interface AskProps {
  src: string
  title: string
  href: string
  onShow: () => void
}

/** Names the site that would be contacted, and loads the embed on request. */
export function Ask({ src, title, href, onShow }: AskProps) {
  const messages = usePageMessages().body
  const hasScript = useHasScript()
  return (
    <div className="ask">
      <a href={href} rel="noopener noreferrer">
        {title}
      </a>
      {hasScript && (
        <>
          <p>{`${messages.contacts} ${new URL(src).hostname}`}</p>
          <button type="button" onClick={onShow} aria-label={`${messages.show}: ${title}`}>
            {messages.show}
          </button>
        </>
      )}
    </div>
  )
}
