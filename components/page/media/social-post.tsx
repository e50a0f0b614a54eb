import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { SandboxedIframe } from './sandboxed-iframe'

/** The height of a post in CSS pixels. */
const MIN_HEIGHT = 100
const MAX_HEIGHT = 3000

interface SocialPostProps {
  src: string
  title: string
  style: CSSProperties
  takesFocus: boolean
}

/** A post in the service's own embed page, in the site's theme and with the height that the service reports. */
export function SocialPost({ src, title, style, takesFocus }: SocialPostProps) {
  const place = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()
  const [theme] = useState(() => (isDark() ? 'dark' : 'light'))

  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      const iframe = place.current?.querySelector('iframe')
      if (iframe === null || source !== iframe?.contentWindow || origin !== new URL(src).origin) return
      const reported = readHeight(data)
      if (reported !== undefined) setHeight(Math.min(Math.max(reported, MIN_HEIGHT), MAX_HEIGHT))
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [src])

  return (
    <div ref={place}>
      <SandboxedIframe
        takesFocus={takesFocus}
        src={`${src}&theme=${theme}`}
        title={title}
        style={height === undefined ? style : { height }}
      />
    </div>
  )
}

/** Returns the height in the message that the service's page sends when its size changes. */
function readHeight(data: unknown): number | undefined {
  const message = getMember(data, 'twttr.embed')
  if (getMember(message, 'method') !== 'twttr.private.resize') return undefined
  const params = getMember(message, 'params')
  const height = getMember(Array.isArray(params) ? params[0] : undefined, 'height')
  return typeof height === 'number' && height > 0 ? height : undefined
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
}
