import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { renderContent } from '@/blocks/content'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { PageContent } from '@/components/site/page-content'
import { mountIslands } from '@/islands/mount'
import { getPageMessages } from '@/messages/languages'

/** Returns the HTML of the server. */
export function serverHtml(node: ReactNode): string {
  const { window } = globalThis
  vi.stubGlobal('window', undefined)
  try {
    return renderToString(node)
  } finally {
    vi.stubGlobal('window', window)
  }
}

/** Returns the content of a page in an element. */
export function renderBodyElement(body: PreparedBlock[]): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = serverHtml(<PageContent id="" html={renderContent(body)} messages={getPageMessages('en')} />)
  return container
}

/** Makes the content of a page operable, and expects that its islands keep the HTML of the server. */
export async function renderHydrated(body: PreparedBlock[]) {
  const container = document.body.appendChild(renderBodyElement(body))
  const sent = container.innerHTML
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { unmount } = await mount(container)
  expect(reported.mock.calls, 'errors of hydration').toEqual([])
  return { container, sent, unmount }
}

let unmountLast: () => void = () => {}

/** Makes content operable until other content is, as on a page, with the databases that a visitor intends to use. */
async function mount(container: HTMLElement) {
  unmountLast()
  const content = container.querySelector<HTMLElement>('.page-body') ?? container
  const unmount = mountIslands(content)
  unmountLast = unmount
  const islands = [...content.querySelectorAll('[data-island]')]
  await act(async () => {
    for (const island of islands) island.dispatchEvent(new Event('intent', { bubbles: true }))
    await vi.dynamicImportSettled()
  })
  return { unmount }
}
