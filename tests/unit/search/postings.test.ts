import { expect, test } from 'vitest'
import { Postings } from '@/lib/search/postings'

const createPage = (id: string, text: string) => ({
  ...{ id, title: '', properties: '' },
  sections: [{ heading: '', anchor: '', text }],
})
const countPlaces = (postings: Postings, word: string) =>
  postings.findTerm(word).flatMap(({ places }) => [...places.values()].map(({ size }) => size))

test('places of former versions of a page are removed when the index is saved', () => {
  const postings = new Postings()
  postings.put(createPage('a', 'harbour'))
  postings.put(createPage('b', 'harbour ferry'))
  postings.put(createPage('b', 'harbour'))
  expect([countPlaces(postings, 'harbour'), countPlaces(postings, 'ferry')]).toEqual([[3], [1]])
  const saved = postings.save()
  expect([countPlaces(postings, 'harbour'), countPlaces(postings, 'ferry')]).toEqual([[2], []])
  expect(saved).toEqual({ ...saved, ids: ['a', 'b'], terms: 'harbour' })
  const built = new Postings()
  for (const id of ['a', 'b']) built.put(createPage(id, 'harbour'))
  expect(saved).toEqual(built.save())
})
