import { expect } from 'vitest'
import { getZoomMargin, getZoomSpace } from '@/components/page/media/zoom'
import { createRows, type Section } from '../row'
import type { Raw } from '../support/maps'
import { findOne, listAttributes, mockWindowView, renderCell, show, showHydrated } from '../support/show'

const WINDOW = { width: 1440, height: 900 }

export const CONSTANTS: Section = {
  name: 'Numbers that were agreed',
  rows: createRows({
    'zoom margins': {
      statement:
        'An enlarged picture keeps 8, 20, 30, 40, 48 or 72 pixels to the edge of windows narrower than 500, 800, 1280, 1600 and 1920 pixels, and wider ones.',
      check: () => {
        const widths = [499, 500, 799, 800, 1279, 1280, 1599, 1600, 1919, 1920]
        expect(widths.map(getZoomMargin)).toEqual([8, 20, 20, 30, 30, 40, 40, 48, 48, 72])
      },
    },
    'zoom scale': {
      statement: 'A small picture is enlarged to twice its own size.',
      check: () => {
        const size = { width: 300, height: 200 }
        const space = getZoomSpace(WINDOW, size, size)
        expect(Math.min(WINDOW.width - 600, WINDOW.height - 400) / 2).toBe(space)
      },
    },
    'nearness to the view': {
      statement:
        'Images, iframes and video thumbnails load when a hundredth of them is within 50 pixels above or below the window.',
      check: async () => {
        const { observed } = mockWindowView()
        const lazy = [
          ['image', 'https://example.com/a.png'],
          ['embed', 'https://example.com/'],
          ['video', 'https://youtu.be/aqz-KE-bpKQ'],
        ]
        await showHydrated(lazy.map(([type = '', source = '']) => ({ type, properties: { source } })))
        const options = { rootMargin: '50px 0px', threshold: 0.01 }
        const observations = observed().map(({ element, options }) => [element.closest('figure')?.className, options])
        expect(Object.fromEntries(observations)).toEqual({
          'block-image': options,
          'block-embed': options,
          'block-video': options,
        })
      },
    },
    'simple tables': {
      statement: 'A column of a simple table without a width is 120 pixels wide.',
      check: async () => {
        const table: Raw = { type: 'table', content: [{ type: 'table_row', properties: { a: '1', b: '2' } }] }
        expect(listAttributes((await show(table)).body, 'col', 'style')).toEqual(['width:120px', 'width:120px'])
      },
    },
    'dates with times': {
      statement: 'A date with a time is written as month, day, year and a two-digit hour on a 12-hour clock.',
      check: async () => {
        const block = {
          Row: {
            type: 'page',
            parent: 'Things',
            table: 'collection',
            title: 'Row',
            more: { created_time: Date.UTC(2024, 11, 5, 0, 7) },
          },
        }
        const cell = await renderCell({ type: 'created_time' }, undefined, {}, { block })
        expect(cell.textContent).toBe('Dec 5, 2024 12:07 AM')
      },
    },
    'width before the browser knows': {
      statement: 'The server does not guess the width of the window or its side margins.',
      reason: 'CSS computes both in the browser, so no wrong guess must be corrected after hydration.',
      check: async () => {
        const { body } = await show({ type: 'text', title: 'a' })
        expect(findOne(body, '.page-body').getAttribute('style')).toBeNull()
      },
    },
  }),
}
