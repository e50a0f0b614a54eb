import { ELEMENT_IDS } from '@/lib/element-ids'
import type { SidebarView } from '@/lib/page/sidebar'
import type { PageLink } from '@/lib/site/site-index'
import { getSiteMessages, type Messages } from '@/messages/languages'

interface SidebarProps {
  view: SidebarView
  home: Pick<PageLink, 'path' | 'title'>
  messages: Pick<Messages['sidebar'], 'label' | 'close'>
}

/**
 * The tree of pages: a column on wide screens, and elsewhere a popover that a button in the header opens. Its markup works without
 * script; `islands/site/sidebar-branches.ts` loads the branches that are opened.
 */
export function Sidebar({ view: { html, isPublic, section }, home, messages }: SidebarProps) {
  return (
    <nav
      id={ELEMENT_IDS.sidebar}
      className="sidebar"
      popover="auto"
      aria-label={messages.label}
      data-public={isPublic || undefined}
      data-section={section?.id}
      data-title={section?.title}
    >
      {/* Only the popover shows it: the column is beside the header, which has the same link. */}
      <p className="sidebar-head">
        <a href={home.path}>{home.title}</a>
        <button
          type="button"
          popoverTarget={ELEMENT_IDS.sidebar}
          popoverTargetAction="hide"
          aria-label={messages.close}
          title={messages.close}
        />
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </nav>
  )
}

/** Opens the sidebar on narrow screens. */
export const SidebarButton = ({ locale }: { locale: string }) => (
  <button type="button" className="sidebar-button" popoverTarget={ELEMENT_IDS.sidebar}>
    {getSiteMessages(locale).sidebar.menu}
  </button>
)
