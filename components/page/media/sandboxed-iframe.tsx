import { type ComponentProps, useEffect, useRef } from 'react'

const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads'

interface SandboxedIframeProps extends Omit<ComponentProps<'iframe'>, 'ref'> {
  src: string
  title: string
  /** Whether it replaces the focused button that requested it, and so takes its focus. */
  takesFocus?: boolean
}

/** A sandboxed iframe. It is rendered in the browser only, when it is to be loaded. */
export function SandboxedIframe({ src, takesFocus = false, ...props }: SandboxedIframeProps) {
  const iframe = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (takesFocus) iframe.current?.focus()
  }, [takesFocus])
  // With scripts and its own origin, an iframe of this site could remove its sandbox.
  const isOwn = new URL(src).origin === window.location.origin
  return (
    <iframe
      {...props}
      ref={iframe}
      src={src}
      sandbox={isOwn ? SANDBOX : `${SANDBOX} allow-same-origin`}
      allow="fullscreen; autoplay; encrypted-media; picture-in-picture; clipboard-write"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
