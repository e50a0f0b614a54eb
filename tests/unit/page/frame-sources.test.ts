import { expect, it } from 'vitest'
import { getFrameSources } from '@/lib/page/frame-sources'
import type { WireBlock } from '@/lib/page/wire/blocks'

const embed = (src: string): WireBlock => ['embed', '', 0, { src, title: 'A frame' }]

it('the frame sources of a page include those of nested blocks, and of subdomains', () => {
  const body: WireBlock[] = [
    ['text', 'https://nowhere.example'],
    ['toggle', 'More', [embed('https://www.figma.com/embed?url=x'), embed('https://figma.com/y')]],
    ['youtube', '', 0, { id: 'x', title: 'A film' }],
  ]
  expect(getFrameSources(body)).toEqual([
    'https://*.figma.com',
    'https://*.youtube-nocookie.com',
    'https://figma.com',
    'https://youtube-nocookie.com',
  ])
  expect(getFrameSources([['text', 'Nothing']])).toEqual([])
})

it('the policy contains only the origins of addresses', () => {
  for (const host of ["a.example;script-src'*'", '*', '*.a.example', "'unsafe-inline'", 'a,b']) {
    expect(getFrameSources([embed(`https://${host}/x`)]), host).toEqual([])
  }
})

it.each(['https://127.0.0.1/x', 'https://[::1]/x', 'https://a.example:8443/x', 'https://localhost/x'])(
  'of %s it frames that alone',
  (src) => {
    expect(getFrameSources([embed(src)])).toEqual([new URL(src).origin])
  },
)
