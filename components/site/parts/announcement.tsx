import type { AnnouncementView } from '@/lib/screens/site-parts'
import { ANNOUNCEMENT_SCRIPT } from './announcement-script'

interface AnnouncementProps {
  content: AnnouncementView
  /** The label of the button that closes it. */
  close: string
}

/** An announcement above a page. A visitor who closed it does not see it again. Without script it is just shown. */
export function Announcement({ content: { id, title, text, language, href }, close }: AnnouncementProps) {
  const words = (
    <>
      {title !== '' && <strong>{title}</strong>} {text}
    </>
  )
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script dangerouslySetInnerHTML={{ __html: ANNOUNCEMENT_SCRIPT }} />
      <div className="site-announcement" data-key={id}>
        <p lang={language} dir="auto">
          {href === undefined ? words : <a href={href}>{words}</a>}
        </p>
        {/* Outside of a form, this type does nothing. `islands/early.ts` would hold clicks on "button" until the page's script has loaded. */}
        <button type="reset" aria-label={close} title={close} />
      </div>
    </>
  )
}
