import { expect, test } from 'vitest'
import { convertText } from '@/lib/formats/phrasing'
import { getMediaAddress } from '@/lib/page/media-address'
import { renderEquation } from '@/lib/page/text/equation'
import { splitWords } from '@/lib/search/words'
import { decodePath } from '@/lib/site/paths'
import { toSafeAddress } from '@/lib/workspace/address'
import { measureCpuSeconds } from '../../support/cpu-time'

const spaces = ' '.repeat(65_000)
const path = `/a${'/'.repeat(65_000)}b//`
const host = `https://${'s3.'.repeat(20_000)}example/`
const macro = `\\def\\m#1{${'#1'.repeat(1200)}}\\m{${'x'.repeat(2400)}}`

// A quadratic implementation needs between 2 and 20 seconds for each input; a linear one needs a few milliseconds.
test.each<[string, () => unknown, expected: unknown]>([
  ['a word of many underscores', () => splitWords(`ab${'_'.repeat(60_000)}cd`)[0]?.parts, ['ab', 'cd']],
  ['an address with many spaces', () => toSafeAddress(`https://example.com/a${spaces}b`)?.slice(-4), '%20b'],
  [
    'formatted text with many spaces',
    () => JSON.stringify(convertText([[`a${spaces}b`, 'b']], String)).length > 65_000,
    true,
  ],
  ['a path with many slashes', () => decodePath(path), path.slice(1, -2)],
  ['an address with an invalid host', () => getMediaAddress(host, '', {}), host],
  ['a macro that repeats its argument very often', () => renderEquation(macro, true).slice(0, 5), '<code'],
])('%s takes less than a second', (_, run, expected) => {
  let result: unknown
  const seconds = measureCpuSeconds(() => {
    result = run()
  })
  expect(result).toEqual(expected)
  expect(seconds).toBeLessThan(1)
})

test('splitWords and toSafeAddress trim underscores and spaces', () => {
  expect(splitWords('__init__').map(({ whole }) => whole)).toEqual(['init'])
  expect(toSafeAddress(' \t/a b\n')).toBe('/a%20b')
})
