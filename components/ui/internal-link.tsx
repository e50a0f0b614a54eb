'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

type InternalLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onFocus' | 'onPointerEnter'> & { href: string }

/** A link to a page of the site, fetched ahead once the visitor points at it. */
export function InternalLink(props: InternalLinkProps) {
  const [wanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  return <Link {...props} prefetch={wanted} onFocus={want} onPointerEnter={want} />
}
