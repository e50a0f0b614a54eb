import { renderToStaticMarkup } from 'react-dom/server'
import type { SidebarBranch } from '@/lib/page/sidebar'

/** Renders the pages below a page. Compiled, because Next.js allows no `react-dom/server` in its modules. */
export const renderSidebarBranch = (branch: SidebarBranch): string => renderToStaticMarkup(<BranchList {...branch} />)

/** A page with pages below it has a `details` element, which is empty until the browser loads its branch. */
function BranchList({ entries, more }: SidebarBranch) {
  return (
    <ul>
      {entries.map(({ path, title, isCurrent, below }) => (
        <li key={path}>
          <a href={path} aria-current={isCurrent ? 'page' : undefined}>
            {title}
          </a>
          {below && (
            <details open={below.branch !== undefined}>
              <summary aria-label={below.label} />
              {below.branch && <BranchList {...below.branch} />}
            </details>
          )}
        </li>
      ))}
      {more && (
        <li>
          <a href={more.path}>{more.title}</a>
        </li>
      )}
    </ul>
  )
}
