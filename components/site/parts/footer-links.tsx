import type { SocialView } from '@/lib/screens/site-parts'
import type { LinkColumn } from '@/lib/site/links-around'
import { SocialIcon } from './social-icon'

/** The chosen columns of links; nothing without any. */
export function FooterColumns({ columns }: { columns: readonly LinkColumn[] }) {
  if (columns.length === 0) return null
  return (
    <div className="site-columns">
      {columns.map(({ title, links }) => (
        <div key={`${title} ${links[0]?.path}`}>
          {title !== undefined && <h2 dir="auto">{title}</h2>}
          <ul>
            {links.map((link) => (
              <li key={`${link.path} ${link.title}`}>
                <a href={link.path} dir="auto">
                  {link.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Links to accounts elsewhere; nothing without any. */
export function SocialLinks({ links }: { links: readonly SocialView[] }) {
  if (links.length === 0) return null
  return (
    <ul className="site-social">
      {links.map(({ href, icon, label }) => (
        <li key={href}>
          <a href={href} rel="me noopener" aria-label={label} title={label}>
            <SocialIcon icon={icon} />
          </a>
        </li>
      ))}
    </ul>
  )
}
