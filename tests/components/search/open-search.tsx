import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createHeadScript } from '@/components/site/head-script'
import { SearchButton } from '@/components/site/header-bar'
import { mountSearch } from '@/islands/site/search'

interface Call {
  query: string
  ancestorId?: string
  limit?: number
  signal: AbortSignal
  respond(value: unknown, status?: number): Promise<void>
}

/** The sent queries in order. The test responds to each. */
export let calls: Call[] = []

/** Registers hooks of the calling test file that set up and clean up the search dialog. */
export function setUpSearch(): void {
  beforeAll(() => {
    new Function(createHeadScript(false))()
    window.takeEarlyEvents?.()
    mountSearch()
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null) return
      event.preventDefault()
      followed.push(link.getAttribute('href'))
    })
  })

  beforeEach(() => {
    followed.length = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    localStorage.clear()
    document.documentElement.lang = 'en'
    calls = []
    vi.stubGlobal('fetch', (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
      const sent = JSON.parse(body) as Pick<Call, 'query' | 'ancestorId' | 'limit'>
      return new Promise((resolve) => {
        calls.push({
          ...sent,
          signal,
          respond: (value, status = 200) => act(async () => resolve(Response.json(value, { status }))),
        })
      })
    })
  })

  afterEach(() => {
    act(() => document.querySelector('dialog')?.close())
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const createResult = (id: string, more: object = {}) => ({
  id,
  title: `Page ${id}`,
  path: `/${id}`,
  ancestors: ['Above'],
  highlight: { text: 'the <mark>tide</mark> &amp; &lt;b&gt;' },
  ...more,
})
export const createResponse = (...ids: string[]) => ({
  results: ids.map((id) => createResult(id)),
  total: ids.length,
  throttle: 150,
})
export const getInput = () => screen.getByRole<HTMLInputElement>('combobox')
export const typeText = (value: string) => act(async () => void fireEvent.input(getInput(), { target: { value } }))
export const press = (key: string, more: object = {}) =>
  act(async () => void fireEvent.keyDown(getInput(), { key, ...more }))
export const advanceTime = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
export const getOptions = () => screen.queryAllByRole('option')
export const getSelectedIndex = () =>
  getOptions().findIndex((option) => option.getAttribute('aria-selected') === 'true')
export const getLastCall = () => calls.at(-1) as Call

/** Addresses of followed links. The browser of these tests does not navigate. */
export const followed: (string | null)[] = []
export const isOpen = () => document.querySelector('dialog') !== null

/** Opens the dialog, as far as its input. */
export function clickSearchButton(language?: string): void {
  render(<SearchButton label="Search" language={language} />)
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
}

export async function openDialog(): Promise<void> {
  clickSearchButton()
  await act(() => vi.dynamicImportSettled())
}

/** Opens the dialog and responds to its warm-up query, with the throttle of the embedded index unless another is given. */
export async function openSearch(settings: { throttle?: number } = { throttle: 150 }) {
  await openDialog()
  await getLastCall().respond({ results: [], total: 0, ...settings })
}

export async function enterQuery(query: string, value: unknown, status?: number) {
  await typeText(query)
  await advanceTime(200)
  await getLastCall().respond(value, status)
}
