import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import Prism from 'prismjs'
import { createElement } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import BrokenPage from '@/app/error'
import { expectConsole } from '../../support/console'
import { createId } from '../../support/records'
import { createRows, type Section } from '../row'
import type { Raw } from '../support/maps'
import { findOne, listTexts, show } from '../support/show'

const OUT = 'https://example.com/a'

export const ERRORS: Section = {
  name: 'When something is wrong',
  rows: createRows({
    'in the browser': {
      statement: 'The error boundary of the site reports a client-side exception, and its button retries.',
      check: async () => {
        onTestFinished(cleanup)
        const retry = vi.fn()
        render(createElement(BrokenPage, { retry }))
        expect((await screen.findByRole('heading')).textContent).toContain('client-side exception has occurred')
        fireEvent.click(screen.getByRole('button'))
        expect(retry).toHaveBeenCalledOnce()
      },
    },
    highlighting: {
      statement: 'Code whose grammar fails is shown without colors, with a warning.',
      check: async () => {
        Prism.languages.abap = new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('broken')
            },
          },
        )
        onTestFinished(() => {
          delete Prism.languages.abap
        })
        expectConsole(/^warn: Code in ABAP was not highlighted: broken$/)
        const { body } = await show({ type: 'code', title: 'a < b', properties: { language: 'ABAP' } })
        expect(findOne(body, 'pre').textContent).toBe('a < b')
      },
    },
    'placeholder components': {
      statement: 'No warning is logged about missing renderer components.',
      reason: 'The site has its own component for every block that needs one, so no page can cause the warning.',
      check: async () => {
        const types = 'code equation pdf tweet collection_view image embed'.split(' ')
        // The test fails if it writes undeclared console output.
        const { body } = await show(types.map((type) => ({ type, title: 'a', properties: { source: `${OUT}.pdf` } })))
        expect(listTexts(body, '.block-code code')).toEqual(['a'])
      },
    },
    'missing block': {
      statement: 'A child block that is not in the record map is left out without a warning.',
      check: async () => {
        // A record map does not contain blocks that its reader may not see, so a missing block is not an error.
        const { body, notes } = await show({ type: 'toggle', title: 'a', more: { content: [createId('nowhere')] } })
        expect([findOne(body, 'details').textContent, notes]).toEqual(['a', []])
      },
    },
    'unsafe addresses': {
      statement: 'An address with an unsafe scheme is not a link. Its text remains.',
      check: async () => {
        const { body } = await show([
          { type: 'text', title: [['a', [['a', 'javascript:alert(1)']]]] },
          { type: 'embed', properties: { source: 'data:text/html,x' } },
        ])
        expect(listTexts(body, '.block-text')).toEqual(['a'])
        expect(body.querySelector('a, iframe')).toBeNull()
      },
    },
    cycles: {
      statement: 'Blocks and synced blocks that contain themselves are rendered once.',
      check: async () => {
        const self: Raw = { type: 'toggle', name: 'Self', title: 'a', more: { content: [createId('Self')] } }
        const { body } = await show([self, { type: 'text', title: 'after' }])
        expect(listTexts(body, '.block-text')).toEqual(['after'])
      },
    },
    'huge formula': {
      statement: 'No formula is larger than a page.',
      check: async () => {
        const { body } = await show({ type: 'equation', title: '\\rule{5000em}{5000em}' })
        for (const [, size] of body.innerHTML.matchAll(/(?:width|height):([\d.]+)em/g))
          expect(Number(size)).toBeLessThanOrEqual(20)
      },
    },
  }),
}
