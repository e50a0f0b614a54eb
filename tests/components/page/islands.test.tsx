import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Island, IslandProperties, IslandsContext } from '@/blocks/islands'
import { Collection } from '@/islands/collection/collection'
import { mountCollection } from '@/islands/collection/mount'
import { Mounted } from '@/islands/hydrate-island'
import { getIdPrefix } from '@/islands/island'
import { mountIslands } from '@/islands/mount'
import { ALL_ROWS, listNames } from '../collection/many-rows'
import { collection } from '../collection/support'
import { renderBodyElement, renderHydrated } from './render'
import { windowView } from './view'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a database that fails keeps its HTML, and the controls of the page respond', async () => {
  const content = document.body.appendChild(renderBodyElement([{ type: 'collection', data: collection() }]))
  const script = content.querySelector('script[data-islands]')
  const database = content.querySelector('[data-island=collection]')
  const before = database?.innerHTML
  if (script) script.textContent = '[{"views":0}]'
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  // In `act`, React throws errors of a root instead of reporting them.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const unmount = mountIslands(content)
  database?.dispatchEvent(new Event('intent', { bubbles: true }))
  await waitFor(() => expect(reported).toHaveBeenCalled())
  expect(database?.innerHTML).toBe(before)
  expect(before).toContain('Row 0')
  unmount()
})

function BrokenRow(): never {
  throw new Error('There is no row')
}

describe('the rows of a database', () => {
  const getDatabase = () => {
    const content = document.body.appendChild(renderBodyElement([{ type: 'collection', data: ALL_ROWS }]))
    return content.querySelector<HTMLElement>('[data-island=collection]') ?? expect.fail('There is no database')
  }

  test('are not hydrated before the tabs respond, and a tab that is pressed then replaces them', async () => {
    const database = getDatabase()
    const row = database.querySelector('tbody tr') ?? expect.fail('There is no row')
    const press = vi.fn(() => {
      // React marks the elements that it has hydrated.
      expect(Object.keys(row).filter((key) => key.startsWith('__react'))).toEqual([])
      screen.getByRole('tab', { name: 'List' }).click()
    })
    // In `act`, React hydrates everything at once.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    const tree = (
      <Mounted onMount={press}>
        <Collection data={ALL_ROWS} />
      </Mounted>
    )
    const root = hydrateRoot(database, tree, { identifierPrefix: getIdPrefix(0) })
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(50))
    expect(press).toHaveReturned()
    root.unmount()
  })

  test('are hydrated if a button among them is pressed', async () => {
    const database = getDatabase()
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    const controller = new AbortController()
    await mountCollection(database, { signal: controller.signal, properties: [ALL_ROWS] }, undefined)
    screen.getByRole('button', { name: 'N' }).click()
    await waitFor(() => expect(listNames()[0]).toBe('Row 119'))
    controller.abort()
    await waitFor(() => expect(database.firstChild).toBeNull())
  })

  test('that cannot be rendered are an error on the server, although they are within a boundary', () => {
    const island = (
      <IslandsContext value={new IslandProperties()}>
        <Island name="collection" className="collection" properties={{}}>
          <Suspense>
            <BrokenRow />
          </Suspense>
        </Island>
      </IslandsContext>
    )
    expect(() => renderToStaticMarkup(island)).toThrow('React did not render all of an island: collection')
  })
})

test('a picture that is clicked twice is enlarged once', async () => {
  windowView(0)
  const { container } = await renderHydrated([{ type: 'image', src: 'https://example.com/a.png', alt: 'A view' }])
  const button = screen.getByRole('button', { name: 'Enlarge the picture: A view' })
  fireEvent.click(button)
  fireEvent.click(button)
  const place = await waitFor(() => container.querySelector('[data-rmiz]') ?? expect.fail('It is not enlarged yet'))
  await act(async () => new Promise(setImmediate))
  expect(document.querySelectorAll('[data-rmiz-modal]')).toHaveLength(1)
  expect(place.isConnected).toBe(true)
})
