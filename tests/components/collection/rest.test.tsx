import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Collection } from '@/islands/collection/collection'
import type { CollectionData } from '@/islands/collection/data'
import { requestRows } from '@/islands/collection/rows-request'
import type { Part } from '@/lib/page/collection/groups'
import { allowNetwork } from '../../support/browser'
import { prepare } from '../../unit/page/collection/support'
import { ALL_ROWS, INPUT, listNames } from './many-rows'

const GROUPS = Array.from({ length: 60 }, (_, index) => `g${index}`)

allowNetwork()

let server: Server
let responses: (CollectionData | undefined)[] = []
let requestCount = 0
/** Responses wait for this promise. */
let hold: Promise<void> = Promise.resolve()
let origin = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', connection: 'close' }
    // This browser sends a preflight request to another origin.
    if (request.method === 'OPTIONS') return void response.writeHead(204, corsHeaders).end()
    requestCount += 1
    const data = responses.shift()
    response.writeHead(data ? 200 : 503, { 'content-type': 'application/json', ...corsHeaders })
    void hold.then(() => response.end(JSON.stringify(data ?? {})))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  localStorage.clear()
  responses = []
  requestCount = 0
  hold = Promise.resolve()
})

const prepareFirstRows = () =>
  prepare({ ...INPUT, part: { kind: 'first', rest: () => ({ data: `${origin}/rows`, pages: '/rows/all/1' }) } })

/** Returns the database without rows, as on a page whose document has no space for them. */
function removeRows({ views, ...data }: CollectionData): CollectionData {
  const empty = views.map((view, at) => ({ ...view, columns: [], sections: [], ...(at === 0 && { sectionsLeft: 1 }) }))
  return { ...data, columns: [], rows: [], views: empty }
}

describe('a database with only its first rows in the document', () => {
  test('is readable without JavaScript, with a link to all rows', () => {
    const html = renderToString(<Collection data={prepareFirstRows()} />)
    expect(html.match(/class="row-title"/g)).toHaveLength(50)
    expect(html).toContain('href="/rows/all/1"')
    expect(html).toContain('All 120 rows')
  })

  test('loads the remaining rows once, on request', async () => {
    responses = [ALL_ROWS]
    render(<Collection data={prepareFirstRows()} />)
    const more = screen.getByRole('button', { name: 'Show more' })
    fireEvent.pointerEnter(more)
    fireEvent.click(more)
    await waitFor(() => expect(listNames()).toHaveLength(100))
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(listNames()).toHaveLength(120))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Row 100')
    expect(requestCount).toBe(1)
  })

  test('loads no rows before they are requested if the document contains none', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    render(<Collection data={removeRows(prepareFirstRows())} />)
    for (const role of ['button', 'tab'] as const) {
      for (const control of screen.getAllByRole(role)) {
        fireEvent.pointerEnter(control)
        control.focus()
      }
    }
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
    expect(screen.queryByText('Nothing here yet')).toBeNull()
  })

  test.each(['table', 'list'])('focuses the first row of a %s that was loaded on request', async (type) => {
    const views = type === 'table' ? INPUT.views : INPUT.views.slice(1)
    responses = [prepare({ ...INPUT, views })]
    const part: Part = { kind: 'first', rest: () => ({ data: `${origin}/rows` }) }
    render(<Collection data={removeRows(prepare({ ...INPUT, views, part }))} />)
    const more = screen.getByRole('button', { name: 'Show more' })
    more.focus()
    fireEvent.click(more)
    await waitFor(() => expect(more.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(type === 'table' ? 'Row 0' : 'Row 119'))
  })

  test('shows that rows are being loaded while they are filtered', async () => {
    responses = [ALL_ROWS]
    let release = () => {}
    hold = new Promise((resolve) => {
      release = resolve
    })
    render(<Collection data={removeRows(prepareFirstRows())} />)
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Row 7' } })
    await waitFor(() => expect(screen.getByText('Loading the rows…')).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(screen.queryByText('No row matches')).toBeNull()
    release()
    await waitFor(() => expect(listNames()).toHaveLength(40))
  })

  test('loads the remaining rows for another tab, and shows that they are loading', async () => {
    responses = [ALL_ROWS]
    render(<Collection data={prepareFirstRows()} />)
    fireEvent.click(screen.getByRole('tab', { name: 'List' }))
    expect(screen.getByText('Loading the rows…')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(50))
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Row 119')
  })

  test('sorts all rows, not only those in the document', async () => {
    responses = [ALL_ROWS]
    render(<Collection data={prepareFirstRows()} />)
    fireEvent.click(screen.getByRole('button', { name: 'N' }))
    expect(screen.getByRole('columnheader', { name: 'N' }).getAttribute('aria-sort')).toBe('ascending')
    await waitFor(() => expect(listNames()[0]).toBe('Row 119'))
  })

  test('draws rows that have arrived together with the tab that needs them', async () => {
    responses = [ALL_ROWS]
    const early = requestRows(`${origin}/rows`)
    await early.promise
    render(<Collection data={prepareFirstRows()} early={early} />)
    const drawn: (string | null)[] = []
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) drawn.push(...[...addedNodes].map((node) => node.textContent))
    })
    observer.observe(document.body, { childList: true, subtree: true })
    fireEvent.click(screen.getByRole('tab', { name: 'List' }))
    await waitFor(() => expect(drawn.join()).toContain('Row 119'))
    expect(drawn.join()).not.toContain('Loading')
    expect(requestCount).toBe(1)
  })

  test('waits for rows that were requested early', async () => {
    responses = [ALL_ROWS]
    render(<Collection data={prepareFirstRows()} early={requestRows(`${origin}/rows`)} />)
    fireEvent.click(screen.getByRole('tab', { name: 'List' }))
    expect(screen.getByText('Loading the rows…')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(50))
    expect(requestCount).toBe(1)
  })

  test('requests rows again whose early request had failed', async () => {
    responses = [undefined, ALL_ROWS]
    const early = requestRows(`${origin}/rows`)
    await expect(early.promise).rejects.toThrow('503')
    render(<Collection data={prepareFirstRows()} early={early} />)
    fireEvent.click(screen.getByRole('tab', { name: 'List' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(50))
    expect(requestCount).toBe(2)
  })

  test('shows an error if loading fails, and retries', async () => {
    responses = [undefined, ALL_ROWS]
    render(<Collection data={prepareFirstRows()} />)
    fireEvent.click(screen.getByRole('tab', { name: 'List' }))
    const alert = await screen.findByRole('alert')
    fireEvent.click(within(alert).getByRole('button'))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(50))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the focus after "Show more"', () => {
  const press = () => fireEvent.click(document.activeElement ?? document.body)
  const prepareGroups = (type: string, format: Record<string, unknown>, part?: Part) =>
    prepare({
      schema: { G: { type: 'select', options: GROUPS.map((value) => ({ id: value, value })) } },
      rows: Object.fromEntries(GROUPS.map((value) => [`Row ${value}`, { G: value }])),
      views: [{ type, format }],
      part,
    })

  test.each([
    ['list', { collection_group_by: { property: 'G' } }],
    ['board', { board_columns_by: { property: 'G' } }],
  ])('moves from the last groups of a %s to the first loaded one', async (type, format) => {
    responses = [prepareGroups(type, format)]
    render(
      <Collection data={prepareGroups(type, format, { kind: 'first', rest: () => ({ data: `${origin}/rows` }) })} />,
    )
    const findFocusedGroup = () => document.activeElement?.closest('.collection-group, .collection-board > section')
    screen.getByRole('button', { name: 'Show more' }).focus()
    press()
    await waitFor(() => expect(findFocusedGroup()?.querySelector('.group-label')?.textContent).toBe('g50'))
  })

  test('stays on the button if loading fails, and returns to it after a retry', async () => {
    responses = [undefined, ALL_ROWS]
    render(
      <section className="collection">
        <Collection data={prepareFirstRows()} />
      </section>,
    )
    const more = screen.getByRole('button', { name: 'Show more' })
    more.focus()
    press()
    const again = within(await screen.findByRole('alert')).getByRole('button')
    expect([more.isConnected, document.activeElement]).toEqual([true, more])
    again.focus()
    press()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(more))
    press()
    await waitFor(() => expect(listNames()).toHaveLength(100))
  })

  test('stays on another element that was focused meanwhile', async () => {
    responses = [ALL_ROWS]
    render(<Collection data={prepareFirstRows()} />)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(listNames()).toHaveLength(100))
    const row = screen.getByRole('link', { name: 'Row 3' })
    const more = screen.getByRole('button', { name: 'Show more' })
    row.focus()
    fireEvent.click(more)
    await waitFor(() => expect(listNames()).toHaveLength(120))
    expect(document.activeElement).toBe(row)
  })
})
