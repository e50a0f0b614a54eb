'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ComponentProps, useState } from 'react'
import { isForMembers } from '@/lib/members-path'

type InternalLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onFocus' | 'onPointerEnter'> & { href: string }

/**
 * A link to a page of the site, fetched ahead once the visitor points at it. Between the public site and the members' it loads the
 * whole page, which renews a session that has run out.
 */
export function InternalLink(props: InternalLinkProps) {
  const [wanted, setWanted] = useState(false)
  if (isForMembers(usePathname() ?? '') !== isForMembers(props.href)) return <a {...props}>{props.children}</a>
  const want = () => setWanted(true)
  return <Link {...props} prefetch={wanted} onFocus={want} onPointerEnter={want} />
}
