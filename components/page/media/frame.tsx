import { type ComponentProps, useEffect, useRef } from 'react'

const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads'

interface FrameProps extends Omit<ComponentProps<'iframe'>, 'ref'> {
  src: string
  title: string
  /** It stands where the button was that asked for it, so the keyboard goes on from there. */
  takesFocus?: boolean
}

/** Another site, which may do nothing to this one. Drawn in the browser only, when it is to be loaded. */
export function Frame({ src, takesFocus = false, ...props }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (takesFocus) frame.current?.focus()
  }, [takesFocus])
  // With scripts and its own origin a frame of this very site could take its sandbox away.
  const isOwn = new URL(src).origin === window.location.origin
  return (
    <iframe
      {...props}
      ref={frame}
      src={src}
      sandbox={isOwn ? SANDBOX : `${SANDBOX} allow-same-origin`}
      allow="fullscreen; autoplay; encrypted-media; picture-in-picture; clipboard-write"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
