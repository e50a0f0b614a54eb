'use client'

import { type ComponentProps, createContext, use } from 'react'
import { removeBasePath } from '@/lib/base-path'

const InsideLink = createContext(false)

/** Returns whether the component is inside a link, which must not contain other links or buttons. */
export function useInsideLink(): boolean {
  return use(InsideLink)
}

type LinkProps = Pick<ComponentProps<'a'>, 'className' | 'children' | 'dir' | 'title'> & { href: string }

/**
 * A link to a page of the site or to another site, always in the same tab. Inside another link it is plain text, because browsers
 * split nested links.
 */
export function Link({ href, className, dir, title, children }: LinkProps) {
  if (useInsideLink()) {
    return (
      <span className={className} dir={dir}>
        {children}
      </span>
    )
  }
  const isOwn = isPagePath(href) || href.startsWith('#')
  return (
    <a className={className} href={href} rel={isOwn ? undefined : 'noopener noreferrer'} dir={dir} title={title}>
      <InsideLink value>{children}</InsideLink>
    </a>
  )
}

/**
 * Returns whether an address is one that a page of the site can have: page paths contain no dot, files are under `/files`, what a
 * password opens is under `/unlock`, and drafts are under `/preview`.
 */
export function isPagePath(address: string): boolean {
  const [path = ''] = removeBasePath(address)?.split(/[?#]/) ?? []
  return /^\/(?![/\\])/.test(path) && !path.includes('.') && !/^\/(?:(?:members\/)?files|unlock|preview)\//.test(path)
}
