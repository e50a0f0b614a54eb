import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHit } from '@/lib/search/highlight'
import { countTerms } from '@/lib/search/words'

const createPage = (sections: { heading: string; text: string }[], title = 'Title', properties = '') => ({
  id: 'id',
  title,
  properties,
  sections: sections.map((section, index) => ({ ...section, anchor: section.heading && `anchor${index}` })),
})
const createHitFor = (query: string, ...sections: { heading: string; text: string }[]) =>
  createHit(createPage(sections), query, new Set(countTerms(query).keys()))

test('createHit marks matches, and escapes the rest of the text', () => {
  const { text } = createHitFor('tide', { heading: '', text: '<b>The tide</b> & "the" <mark>moon</mark> \'s tide' })
  expect(text).toBe(
    '&lt;b&gt;The <mark>tide</mark>&lt;/b&gt; &amp; &quot;the&quot; &lt;mark&gt;moon&lt;/mark&gt; &#39;s <mark>tide</mark>',
  )
})

test('createHit shows the section with most of the terms, and its heading', () => {
  const result = createHitFor(
    'spring tide',
    { heading: '', text: 'A tide.' },
    { heading: 'Moon', text: 'A spring tide comes with the full moon.' },
    { heading: 'Sun', text: 'In spring, the sun.' },
  )
  expect(result.section).toEqual({ title: 'Moon', anchor: 'anchor1' })
  expect(result.text).toContain('<mark>spring</mark> <mark>tide</mark>')
})

test('createHit shows the text below a matching heading', () => {
  const result = createHitFor('moon', { heading: '', text: 'Above.' }, { heading: 'Moon', text: 'Below.' })
  expect(result).toMatchObject({ text: 'Below.', section: { title: 'Moon', anchor: 'anchor1' } })
})

test('createHit truncates a long text around the match, between words', () => {
  const { text } = createHitFor('lighthouse', {
    heading: '',
    text: `${'before '.repeat(200)}lighthouse${' after'.repeat(200)}`,
  })
  expect(text).toMatch(/^…(before )+<mark>lighthouse<\/mark>( after)+…$/)
  expect(text.length).toBeLessThan(230)
})

test('createHit shows the beginning of a page that matches only by its title', () => {
  const result = createHit(createPage([{ heading: '', text: 'It begins.' }], 'The tide'), 'tide', new Set(['tide']))
  expect(result).toEqual({ id: 'id', title: 'The <mark>tide</mark>', text: 'It begins.' })
})

test('createHit shows the match in a property if the text has none', () => {
  const result = createHit(
    createPage([{ heading: '', text: 'It begins.' }], 'Title', 'Topic: Sea'),
    'sea',
    new Set(['sea']),
  )
  expect(result.text).toBe('Topic: <mark>Sea</mark>')
})

test('createHit returns no other markup and no lone surrogates for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 800 }), fc.string({ maxLength: 30 }), (text, query) => {
      const result = createHitFor(query, { heading: '', text })
      const rest = result.text.replace(/<mark>[^<>]*<\/mark>/g, '')
      expect(rest).not.toMatch(/[<>"']/)
      expect(() => encodeURIComponent(rest)).not.toThrow()
    }),
  )
})

test('createHit escapes the match', () => {
  expect(createHitFor('R&D', { heading: '', text: 'All of R&D' }).text).toBe('All of <mark>R&amp;D</mark>')
})
