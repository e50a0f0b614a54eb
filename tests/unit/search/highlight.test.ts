import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHit } from '@/lib/search/highlight'
import { splitTerms } from '@/lib/search/words'

const page = (sections: { heading: string; text: string }[], title = 'Title', properties = '') => ({
  id: 'id',
  title,
  properties,
  sections: sections.map((section, index) => ({ ...section, anchor: section.heading && `anchor${index}` })),
})
const hit = (query: string, ...sections: { heading: string; text: string }[]) =>
  createHit(page(sections), query, new Set(splitTerms(query)))

test('marks what was found, and nothing else is markup', () => {
  const { text } = hit('tide', { heading: '', text: '<b>The tide</b> & "the" <mark>moon</mark> \'s tide' })
  expect(text).toBe(
    '&lt;b&gt;The <mark>tide</mark>&lt;/b&gt; &amp; &quot;the&quot; &lt;mark&gt;moon&lt;/mark&gt; &#39;s <mark>tide</mark>',
  )
})

test('shows the section with most of the words, and its heading', () => {
  const found = hit(
    'spring tide',
    { heading: '', text: 'A tide.' },
    { heading: 'Moon', text: 'A spring tide comes with the full moon.' },
    { heading: 'Sun', text: 'In spring, the sun.' },
  )
  expect(found.section).toEqual({ title: 'Moon', anchor: 'anchor1' })
  expect(found.text).toContain('<mark>spring</mark> <mark>tide</mark>')
})

test('a word in a heading leads to what stands below it', () => {
  const found = hit('moon', { heading: '', text: 'Above.' }, { heading: 'Moon', text: 'Below.' })
  expect(found).toMatchObject({ text: 'Below.', section: { title: 'Moon', anchor: 'anchor1' } })
})

test('a long text is cut around the words, between words', () => {
  const { text } = hit('lighthouse', { heading: '', text: `${'before '.repeat(200)}lighthouse${' after'.repeat(200)}` })
  expect(text).toMatch(/^…(before )+<mark>lighthouse<\/mark>( after)+…$/)
  expect(text.length).toBeLessThan(230)
})

test('a page that has the words in its title alone shows how it begins', () => {
  const found = createHit(page([{ heading: '', text: 'It begins.' }], 'The tide'), 'tide', new Set(['tide']))
  expect(found).toEqual({ id: 'id', title: 'The <mark>tide</mark>', text: 'It begins.' })
})

test('words of a property are shown where the text has none', () => {
  const found = createHit(page([{ heading: '', text: 'It begins.' }], 'Title', 'Topic: Sea'), 'sea', new Set(['sea']))
  expect(found.text).toBe('Topic: <mark>Sea</mark>')
})

test('highlights of any text contain no other markup, and no half characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 800 }), fc.string({ maxLength: 30 }), (text, query) => {
      const shown = hit(query, { heading: '', text })
      const rest = shown.text.replace(/<mark>[^<>]*<\/mark>/g, '')
      expect(rest).not.toMatch(/[<>"']/)
      expect(() => encodeURIComponent(rest)).not.toThrow()
    }),
  )
})

test('a word that was found is escaped, too', () => {
  expect(hit('R&D', { heading: '', text: 'All of R&D' }).text).toBe('All of <mark>R&amp;D</mark>')
})
