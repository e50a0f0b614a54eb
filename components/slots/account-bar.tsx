'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Marks where a header of the site folder shows the account of a member. */
const ACCOUNT = '[data-account]'

/** The account of a member, in a header of the site folder. It follows a header that has no place for it: members must be able to sign out. */
export function AccountBar({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<Element | null>()
  useEffect(() => setTarget(document.querySelector(ACCOUNT)), [])
  if (target === undefined) return null
  return target === null ? children : createPortal(children, target)
}
