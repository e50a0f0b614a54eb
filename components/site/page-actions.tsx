'use client'

import type { ReactNode } from 'react'
import { getPageMessages } from '@/lib/messages/parts/page'
import { CopyButton } from '../ui/copy-button'

interface PageActionsProps {
  /** Language of the interface. */
  locale: string
  /** Address of the page's Markdown copy; left out if it has none. */
  markdown?: string
  /** Address of the page in Notion, for editors. */
  edit?: string
  /** More links. */
  children?: ReactNode
}

/** Actions on a page: copy its URL, copy it as Markdown, and edit it in Notion. */
export function PageActions({ locale, markdown, edit, children }: PageActionsProps) {
  const { actions, body } = getPageMessages(locale)
  return (
    <p className="page-actions">
      <CopyButton messages={{ ...body, copy: actions.link }} copy={() => navigator.clipboard.writeText(getPageUrl())} />
      {markdown && <CopyButton messages={{ ...body, copy: actions.markdown }} copy={() => copyText(markdown)} />}
      {edit && (
        <a href={edit} rel="noopener noreferrer">
          {actions.edit}
        </a>
      )}
      {children}
    </p>
  )
}

/** Returns the public URL, also for a public page that a member reads below `/members`. */
function getPageUrl(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return canonical?.href ?? location.origin + location.pathname
}

/** Safari allows clipboard access only while it handles the click, so the item is created from a promise. */
async function copyText(address: string): Promise<void> {
  const text = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`The copy of the page could not be loaded: ${response.status}`)
    return new Blob([await response.text()], { type: 'text/plain' })
  })
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
}
