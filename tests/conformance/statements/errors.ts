import Prism from 'prismjs'
import { expect, onTestFinished } from 'vitest'
import { errorPage } from '@/lib/formats/error-page'
import { screenMessagesFor } from '@/lib/messages/parts/screens'
import { expectConsole } from '../../support/console'
import { idOf } from '../../support/records'
import { type Row, rowsFor, type Section } from '../row'
import type { Raw } from '../support/maps'
import { one, show, texts } from '../support/show'

const OUT = 'https://example.com/a'
const message = (status: 400 | 404 | 405 | 500, words: string): Omit<Row, 'id'> => ({
  says: `The page of an answer ${status} is headed ${words}.`,
  holds: () => {
    const page = document.createElement('div')
    page.innerHTML = errorPage(status, { locale: 'en' })
    expect(one(page, 'h1').textContent).toBe(`${status} ${words}`)
  },
})

export const ERRORS: Section = {
  name: 'When something is wrong',
  rows: rowsFor({
    400: message(400, 'Bad Request'),
    404: message(404, 'This page could not be found'),
    405: message(405, 'Method Not Allowed'),
    500: message(500, 'Internal Server Error'),
    'in the browser': {
      says: 'A page that stops working in the browser says that a client-side exception has occurred.',
      holds: () => expect(screenMessagesFor('en').broken.title).toContain('client-side exception has occurred'),
    },
    highlighting: {
      says: 'Code whose grammar fails is shown without colours, with a warning.',
      holds: async () => {
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
        expect(one(body, 'pre').textContent).toBe('a < b')
      },
    },
    'placeholder components': {
      says: 'Nothing warns of components that nobody has put in place.',
      because:
        'Every block that the renderer would leave to such a component is drawn by one of ours, so no page can bring the warning about.',
      holds: async () => {
        const types = 'code equation pdf tweet collection_view image embed'.split(' ')
        // Console output that was not declared fails a test.
        const { body } = await show(types.map((type) => ({ type, title: 'a', properties: { source: `${OUT}.pdf` } })))
        one(body, '.block-code')
      },
    },
    'missing block': {
      says: 'A block that is named and not there is left out without a word.',
      because:
        'Record maps leave out what their reader may not see, so a page can name many such blocks and nothing be wrong with it.',
      holds: async () => {
        const { body, notes } = await show({ type: 'toggle', title: 'a', more: { content: [idOf('nowhere')] } })
        expect([one(body, 'details').textContent, notes]).toEqual(['a', []])
      },
    },
    'unsafe addresses': {
      says: 'An address that could run something is never followed: the words stay.',
      holds: async () => {
        const { body } = await show([
          { type: 'text', title: [['a', [['a', 'javascript:alert(1)']]]] },
          { type: 'embed', properties: { source: 'data:text/html,x' } },
        ])
        expect(texts(body, '.block-text')).toEqual(['a'])
        expect(body.querySelector('a, iframe')).toBeNull()
      },
    },
    cycles: {
      says: 'Content and synced blocks that hold themselves end where they would begin again.',
      holds: async () => {
        const self: Raw = { type: 'toggle', name: 'Self', title: 'a', more: { content: [idOf('Self')] } }
        const { body } = await show([self, { type: 'text', title: 'after' }])
        expect(texts(body, '.block-text')).toEqual(['after'])
      },
    },
    'huge formula': {
      says: 'No formula is larger than a page.',
      holds: async () => {
        const { body } = await show({ type: 'equation', title: '\\rule{5000em}{5000em}' })
        for (const [, size] of body.innerHTML.matchAll(/(?:width|height):([\d.]+)em/g))
          expect(Number(size)).toBeLessThanOrEqual(20)
      },
    },
  }),
}
