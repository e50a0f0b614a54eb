import { useRef, useState } from 'react'
import { usePageMessages } from '@/components/ui/page-messages'
import type { WireAttributes } from '@/lib/page/wire/blocks'
import { useHasScript } from '../../ui/use-has-script'
import type { Captioned } from '../blocks/block-props'
import { Caption } from '../blocks/caption'
import { SandboxedIframe } from './sandboxed-iframe'
import { SocialPost } from './social-post'
import { useNear } from './use-near'
import { useOwnPolicy } from './use-own-policy'

/**
 * An embed in an iframe of fixed size, and a link to it. It is loaded when it comes near the viewport, or on request. Browsers do not
 * report whether an iframe failed, so the link is always shown; without script it is shown alone.
 */
export function Embed({ caption, src, title, href, clickToLoad, post, width, ratio, height, full }: EmbedProps) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  const mayEmbed = useOwnPolicy(src)
  const [isRequested, setRequested] = useState(false)
  const style = height === undefined ? { aspectRatio: 1 / (ratio ?? 1) } : { height }
  return (
    <figure className="block-embed" data-full={full} data-post={post} style={{ width }}>
      {mayEmbed && (clickToLoad ? isRequested : isNear) ? (
        post ? (
          <SocialPost takesFocus={isRequested} src={src} title={title} style={style} />
        ) : (
          <SandboxedIframe takesFocus={isRequested} src={src} title={title} style={style} />
        )
      ) : (
        <div ref={place} className="frame" style={style}>
          {clickToLoad && <ClickToLoad src={src} title={title} href={href ?? src} onShow={() => setRequested(true)} />}
        </div>
      )}
      {(!clickToLoad || isRequested) && (
        <a href={href ?? src} rel="noopener noreferrer">
          {title}
        </a>
      )}
      <Caption text={caption} />
    </figure>
  )
}

type EmbedProps = Captioned & WireAttributes['embed']

interface ClickToLoadProps {
  src: string
  title: string
  href: string
  onShow: () => void
}

/** Names the site that would be contacted, and loads the embed on request. */
export function ClickToLoad({ src, title, href, onShow }: ClickToLoadProps) {
  const messages = usePageMessages().body
  const hasScript = useHasScript()
  return (
    <div className="click-to-load">
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
