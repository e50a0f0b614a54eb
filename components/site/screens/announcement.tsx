import type { Announcement as Content } from '@/lib/site/site-index'

/** An announcement above the home page. */
export function Announcement({ content: { title, text, language } }: { content: Content }) {
  return (
    <p className="site-announcement" lang={language} dir="auto">
      {title !== '' && <strong>{title}</strong>} {text}
    </p>
  )
}
