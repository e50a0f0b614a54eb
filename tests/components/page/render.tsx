import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, vi } from 'vitest'
import { PageBody } from '@/components/page/page-body'
import type { WireBlock } from '@/lib/page/wire/blocks'

/** Returns the HTML of the server, including components that are loaded on demand. */
export async function serverHtml(node: ReactNode): Promise<string> {
  // `renderToString` throws for a component that is still loading. A loaded component can load others.
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

function renderBodyHtml(body: WireBlock[]): Promise<string> {
  return serverHtml(<PageBody body={body} />)
}

/** Returns the HTML of the server in an element. */
export async function renderBodyElement(body: WireBlock[]): Promise<HTMLElement> {
  const container = document.createElement('div')
  container.innerHTML = await renderBodyHtml(body)
  return container
}

/** Hydrates the HTML of the server and expects no hydration errors. */
export async function renderHydrated(body: WireBlock[]) {
  const container = document.body.appendChild(await renderBodyElement(body))
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
