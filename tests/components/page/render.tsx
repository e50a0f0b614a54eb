import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { PageBody } from '@/components/page/page-body'
import type { WireBlock } from '@/lib/page/wire/blocks'

/** The HTML that the server sends, with everything that is loaded on demand. */
export async function serverHtml(node: ReactNode): Promise<string> {
  // What is loaded on demand stops a rendering that cannot wait, and may itself load more.
  for (;;) {
    try {
      return renderWithoutWindow(node)
    } catch (error) {
      if (!String(error).includes('suspended')) throw error
      await vi.dynamicImportSettled()
    }
  }
}

function renderWithoutWindow(node: ReactNode): string {
  const { window } = globalThis
  vi.stubGlobal('window', undefined)
  try {
    return renderToString(node)
  } finally {
    vi.stubGlobal('window', window)
  }
}

function bodyHtml(body: WireBlock[]): Promise<string> {
  return serverHtml(<PageBody body={body} />)
}

/** The server's HTML as a document. */
export async function bodyElement(body: WireBlock[]): Promise<HTMLElement> {
  const container = document.createElement('div')
  container.innerHTML = await bodyHtml(body)
  return container
}

/** Takes over the server's HTML in the browser; fails when the two differ. */
export async function hydrated(body: WireBlock[]) {
  const container = document.body.appendChild(await bodyElement(body))
  const sent = container.innerHTML
  const errors: unknown[] = []
  const screen = render(<PageBody body={body} />, {
    container,
    hydrate: true,
    onRecoverableError: (error) => errors.push(error),
  })
  expect(errors).toEqual([])
  return { ...screen, sent }
}
