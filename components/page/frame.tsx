import type { ComponentProps } from 'react'

const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads'

/** Another site, which may do nothing to this one. Drawn in the browser only, when it is to be loaded. */
export function Frame({ src, ...props }: ComponentProps<'iframe'> & { src: string; title: string }) {
  // With scripts and its own origin a frame of this very site could take its sandbox away.
  const isOwn = new URL(src).origin === window.location.origin
  return (
    <iframe
      {...props}
      src={src}
      sandbox={isOwn ? SANDBOX : `${SANDBOX} allow-same-origin`}
      allow="fullscreen; autoplay; encrypted-media; picture-in-picture; clipboard-write"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
