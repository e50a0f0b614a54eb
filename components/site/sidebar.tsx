import { ELEMENT_IDS } from '@/lib/element-ids'
import type { SidebarView } from '@/lib/page/sidebar'

/**
 * The tree of pages: a column on wide screens, and elsewhere a popover that a button in the header opens. Its markup works without
 * script; `islands/site/sidebar-branches.ts` loads the branches that are opened.
 */
export function Sidebar({ view: { html, section }, label }: { view: SidebarView; label: string }) {
  return (
    <nav
      id={ELEMENT_IDS.sidebar}
      className="sidebar"
      popover="auto"
      aria-label={label}
      data-section={section?.id}
      data-title={section?.title}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </nav>
  )
}
