import 'server-only'
import { getLeastPrivilegedViewers } from '../site/access'
import type { Finding, PageRemark } from '../site/prepare/lint'
import type { Site } from '../site/site'
import type { SitePage } from '../site/site-index'

/**
 * Returns what is left out of the databases of these pages for visitors. The pages are prepared in their reduced form, which goes
 * through databases as the whole page does, and computes nothing else.
 */
export async function findPageRemarks(site: Site, pages: readonly SitePage[]): Promise<Finding[]> {
  if (pages.length === 0) return []
  // Most preparations need none of this, and would take longer to start.
  const { getPageView } = await import('./view')
  const findings: Finding[] = []
  for (const page of pages) {
    const [viewer] = getLeastPrivilegedViewers(page.access)
    if (viewer === undefined) continue
    const remarks = new Map<string, PageRemark>()
    const remark = (found: PageRemark) => void remarks.set(JSON.stringify(found), found)
    // A page that cannot be read has a finding of its own.
    await getPageView(site, page, viewer, { reduced: true, remark }).catch(() => {})
    findings.push(...[...remarks.values()].map((each) => ({ ...each, page: page.id })))
  }
  return findings
}
