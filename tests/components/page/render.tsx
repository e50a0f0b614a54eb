import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { renderContent } from '@/blocks/content'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { mountIslands, whenIslandsMounted } from '@/islands/mount'
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
  container.innerHTML = `<div class="page-body">${renderContent(body)}</div>`
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

/** Makes content operable until other content is, as on a page. */
async function mount(container: HTMLElement, locale = 'en') {
  unmountLast()
  unmountLast = mountIslands(container, getPageMessages(locale))
  await act(async () => void (await whenIslandsMounted()))
  return { unmount: unmountLast }
}
