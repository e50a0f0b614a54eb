import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NameFinder } from '@/lib/page/text/find-names'

const find = (names: string[], text: string, steps = 1_000_000) => {
  const finder = new NameFinder()
  for (const [at, name] of names.entries()) finder.add(name, at)
  return finder.find(text, () => true, { left: steps }).map(({ start, end }) => text.slice(start, end))
}

describe('NameFinder', () => {
  it('finds whole words, in any case', () => {
    expect(find(['bow'], 'Bow, bows and rainbow; the bow.')).toEqual(['Bow', 'bow'])
    expect(find(['café'], 'Cafés and CAFÉ')).toEqual(['CAFÉ'])
    expect(find(['c++'], 'C++ and c++11')).toEqual(['C++', 'c++'])
    expect(find(['page view'], 'a page\nview')).toEqual(['page\nview'])
  })

  it('finds names without lower case only where they are written so', () => {
    expect(find(['IT', 'API'], 'It is an api; IT has an API.')).toEqual(['IT', 'API'])
  })

  it('finds the longest name at each place', () => {
    expect(find(['sea', 'sea anchor'], 'A sea anchor at sea')).toEqual(['sea anchor', 'sea'])
  })

  it('prefers the longest name that is accepted', () => {
    const finder = new NameFinder()
    finder.add('sea', 0)
    finder.add('sea anchor', 1)
    expect(finder.find('sea anchor', (value) => value === 0, { left: 100 })).toEqual([{ start: 0, end: 3, value: 0 }])
  })

  it('needs no spaces in scripts that have none', () => {
    expect(find(['術語', 'API'], '這個術語在API裡')).toEqual(['術語', 'API'])
    expect(find(['ไทย'], 'ภาษาไทยง่าย')).toEqual(['ไทย'])
    expect(find(['عقد'], 'عقد معقد')).toEqual(['عقد'])
  })

  it('keeps the places of letters whose lower case is longer', () => {
    expect(find(['sea'], 'İİ sea 𝒜 sea')).toEqual(['sea', 'sea'])
  })

  it('finds names with characters of two code units', () => {
    expect(find(['𠮷野', '𝒜 b'], '𠮷野と𝒜 B')).toEqual(['𠮷野', '𝒜 B'])
  })

  it('ends when its steps are spent', () => {
    expect(find(['sea'], 'sea sea sea sea', 4)).toEqual(['sea'])
  })

  it('counts the names that are not accepted', () => {
    const finder = new NameFinder()
    for (let value = 1; value <= 100; value++) finder.add('sea', value)
    finder.add('bow', 0)
    const count = (left: number) => finder.find('sea bow', (value) => value === 0, { left }).length
    expect([count(1000), count(50)]).toEqual([1, 0])
  })

  it('finds only names, for any names and text', () => {
    const words = fc.string({ unit: fc.constantFrom(...'aAß İ-術𝒜\n'), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 5 }),
        fc.string({ unit: fc.constantFrom(...'aAß İ-術𝒜\n') }),
        (names, text) => {
          for (const found of find(names, text)) expect(found.length).toBeLessThanOrEqual(10)
          for (const found of find(names, text)) {
            const plain = (value: string) => value.replace(/\s/g, ' ').toLowerCase()
            expect(names.map(plain)).toContain(plain(found))
          }
        },
      ),
    )
  })
})
