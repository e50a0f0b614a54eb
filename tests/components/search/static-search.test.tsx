import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { text } from '@/cli/sample/blocks'
import { buildWorkspace } from '@/cli/sample/builder'
import { writeWorkspace } from '@/cli/sample/output'
import { page } from '@/cli/sample/pages'
import { showSearchPage } from '@/components/search/search-page-results'
import { createHeadScript } from '@/components/site/head-script'
import { mountSearch } from '@/islands/site/search'
import { createTemporaryFolder } from '@/tests/support/folders'
import { writeStaticSearch } from '@/tests/support/static-search'
import { openDialog } from './open-search'

/** The files of the exported site. */
let exported: Map<string, string> | undefined
let files = new Map<string, string>()
/** Fetched paths in order. */
let fetched: string[] = []

/** Writes a workspace of five pages, and the files of its search. */
async function writeFiles(options?: Parameters<typeof writeStaticSearch>[2]) {
  const dir = createTemporaryFolder()
  const letters = ['Ampersand', 'Pilcrow', 'Interrobang'].map((name) =>
    page(name, {}, [text([`The ${name} is a sign.`])]),
  )
  writeWorkspace(dir, buildWorkspace(page('Type', { key: 'home' }, [page('Specimens', {}, letters)])))
  return (await writeStaticSearch(dir, createTemporaryFolder(), options)).files
}

beforeEach(async () => {
  exported ??= await writeFiles()
  files = exported
  fetched = []
  document.documentElement.lang = 'en'
  document.documentElement.dataset.static = 'true'
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    const text = files.get(address.slice(1))
    return text === undefined ? new Response('Not found', { status: 404 }) : new Response(text)
  })
})

beforeAll(() => {
  new Function(createHeadScript(false))()
  window.takeEarlyEvents?.()
  mountSearch()
})

afterEach(() => {
  act(() => document.querySelector('dialog')?.close())
  cleanup()
  vi.unstubAllGlobals()
  vi.resetModules()
  delete document.documentElement.dataset.static
  history.replaceState(null, '', '/')
})

const listResults = () => screen.queryAllByRole('option').map((option) => option.getAttribute('href'))

async function open() {
  await openDialog()
  return screen.findByRole('combobox')
}
const type = (input: HTMLElement, value: string) => act(async () => void fireEvent.input(input, { target: { value } }))

describe('the search dialog of an exported site', () => {
  test('suggests pages and finds them in the files of the site', async () => {
    const input = await open()
    await waitFor(() => expect(listResults().length).toBeGreaterThan(3))
    expect(fetched).toHaveLength(2)
    await type(input, 'ampersand')
    await waitFor(() => expect(listResults()[0]).toBe('/ampersand'))
    expect(document.querySelector('.result-title mark')?.textContent).toBe('Ampersand')
    expect(fetched).not.toContain('/api/search')
  })

  test('shows an error if a file is missing, and recovers when it exists', async () => {
    const input = await open()
    await waitFor(() => expect(fetched).toHaveLength(2))
    files = new Map([...files].filter(([file]) => !file.startsWith('search/terms/')))
    await type(input, 'ampersand')
    await waitFor(() => expect(screen.queryByText('Search error')).not.toBeNull())
    files = exported ?? files
    await type(input, 'ampersan')
    await waitFor(() => expect(listResults()[0]).toBe('/ampersand'))
    expect(screen.queryByText('Search error')).toBeNull()
  })
})

describe('the search dialog after a new export', () => {
  test('an open document still finds pages', async () => {
    const input = await open()
    await waitFor(() => expect(fetched).toHaveLength(2))
    // One file for each word and page, so that the names of all files differ.
    files = await writeFiles({ sizes: { terms: 1, maxTermFiles: 1000, texts: 1, maxTextFiles: 1000 } })
    await type(input, 'ampersand')
    await waitFor(() => expect(listResults()[0]).toBe('/ampersand'))
    expect(fetched.filter((path) => path === '/search/index.json')).toHaveLength(2)
  })
})

describe('the search page of an exported site', () => {
  /** Shows the page as the site is exported, without results. */
  async function openPage() {
    const page = document.createElement('div')
    page.className = 'search-page'
    page.innerHTML = '<input type="search"><div data-search-results="50"><noscript>Turn JavaScript on.</noscript></div>'
    document.body.append(page)
    onTestFinished(() => page.remove())
    await act(async () => showSearchPage(page.querySelector('div') as HTMLElement))
  }

  // WordPress and NotionNext have the searched words in `s`.
  test.each(['q', 's'])('shows results for the query in its URL: %s', async (name) => {
    history.replaceState(null, '', `/search?${name}=ampersand`)
    await openPage()
    const [first] = await screen.findAllByRole('link')
    expect(first?.getAttribute('href')).toBe('/ampersand')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ampersand')
    // Effects run after the results are in the document.
    await waitFor(() => expect(document.title).toBe('ampersand · Search'))
    expect(location.search).toBe('?q=ampersand')
  })

  test('shows an error for a query that is too long', async () => {
    history.replaceState(null, '', `/search?q=${'a'.repeat(201)}`)
    await openPage()
    expect((await screen.findByRole('alert')).textContent).toBe('Search error')
    expect(fetched.filter((path) => path.startsWith('/search/terms/'))).toEqual([])
  })

  test('suggests pages without a query', async () => {
    history.replaceState(null, '', '/search')
    await openPage()
    expect((await screen.findAllByRole('link')).length).toBeGreaterThan(3)
  })
})
