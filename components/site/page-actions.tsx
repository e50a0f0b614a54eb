'use client'

import { getPageMessages } from '@/lib/messages/parts/page'
import { CopyButton } from '../ui/copy-button'

interface PageActionsProps {
  /** Of the interface. */
  locale: string
  /** Address of the page's Markdown copy; left out if it has none. */
  markdown?: string
  /** Address of the page in Notion, for editors. */
  edit?: string
}

/** What a reader can do with a page: copy its address or its text, and edit it. */
export function PageActions({ locale, markdown, edit }: PageActionsProps) {
  const { actions, body } = getPageMessages(locale)
  return (
    <p className="page-actions">
      <CopyButton words={{ ...body, copy: actions.link }} copy={() => navigator.clipboard.writeText(pageAddress())} />
      {markdown && <CopyButton words={{ ...body, copy: actions.markdown }} copy={() => copyText(markdown)} />}
      {edit && (
        <a href={edit} rel="noopener noreferrer">
          {actions.edit}
        </a>
      )}
    </p>
  )
}

/** The public address, also where a member reads a public page. */
function pageAddress(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return canonical?.href ?? location.origin + location.pathname
}

/** Safari permits writing only as long as a click is handled, so the text is a promise. */
async function copyText(address: string): Promise<void> {
  const text = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`The copy of the page could not be loaded: ${response.status}`)
    return new Blob([await response.text()], { type: 'text/plain' })
  })
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
}
