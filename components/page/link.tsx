'use client'

import { type ComponentProps, createContext, use } from 'react'
import { InternalLink } from '../ui/internal-link'

const InsideLink = createContext(false)

/** Whether the present place is inside a link, where no other link or button may be. */
export function useInsideLink(): boolean {
  return use(InsideLink)
}

export type LinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'title'> & { href: string }

/**
 * A link to a page of the site or to anywhere else, always in the same tab. Inside another link it is plain text, because
 * browsers take nested links apart.
 */
export function Link({ href, className, title, children }: LinkProps) {
  if (useInsideLink()) return <span className={className}>{children}</span>
  const content = <InsideLink value>{children}</InsideLink>
  return isPagePath(href) ? (
    <InternalLink href={href} className={className} title={title}>
      {content}
    </InternalLink>
  ) : (
    <a href={href} rel={href.startsWith('#') ? undefined : 'noopener noreferrer'} className={className} title={title}>
      {content}
    </a>
  )
}

/** A link of a list that has hundreds: the listener of the body that it stands in follows it as {@link Link} would. */
export function PlainLink({ href, className, title, children }: LinkProps) {
  return (
    <a href={href} rel={isPagePath(href) ? undefined : 'noopener noreferrer'} className={className} title={title}>
      <InsideLink value>{children}</InsideLink>
    </a>
  )
}

/** A page's path holds no dot, and files lie under `/files`. */
export function isPagePath(href: string): boolean {
  const [path = ''] = href.split(/[?#]/)
  return /^\/(?![/\\])/.test(path) && !path.includes('.') && !/^\/(?:members\/)?files\//.test(path)
}
