import { expect, it } from 'vitest'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { getFrameSources } from '@/lib/page/page-resources'
import { prepareTestBody } from './stored-page'

const createEmbed = (src: string): PreparedBlock => ({ type: 'embed', src, title: 'A frame' })

it('getFrameSources includes nested blocks and subdomains', () => {
  const body: PreparedBlock[] = [
    { type: 'text', text: 'https://nowhere.example' },
    {
      type: 'toggle',
      text: 'More',
      children: [createEmbed('https://www.figma.com/embed?url=x'), createEmbed('https://figma.com/y')],
    },
    { type: 'youtube', videoId: 'x', title: 'A film' },
  ]
  expect(getFrameSources(body)).toEqual([
    'https://*.figma.com',
    'https://*.youtube-nocookie.com',
    'https://figma.com',
    'https://youtube-nocookie.com',
  ])
  expect(getFrameSources([{ type: 'text', text: 'Nothing' }])).toEqual([])
})

it('getFrameSources allows the player of a video and its stored embed, but not a page that is only a link', () => {
  const createVideo = (source: string, format = {}) => ({ type: 'video', properties: { source }, format })
  const { blocks } = prepareTestBody([
    createVideo('https://dai.ly/x8abc'),
    createVideo('https://page.example/1', { display_source: 'https://stored.example/1' }),
    createVideo('https://link.example/1'),
  ])
  expect(getFrameSources(blocks)).toEqual([
    'https://*.geo.dailymotion.com',
    'https://*.stored.example',
    'https://geo.dailymotion.com',
    'https://stored.example',
  ])
})

it('getFrameSources ignores hosts that would extend the policy', () => {
  for (const host of ["a.example;script-src'*'", '*', '*.a.example', "'unsafe-inline'", 'a,b']) {
    expect(getFrameSources([createEmbed(`https://${host}/x`)]), host).toEqual([])
  }
})

it.each(['https://127.0.0.1/x', 'https://[::1]/x', 'https://a.example:8443/x', 'https://localhost/x'])(
  'getFrameSources allows no subdomains of %s',
  (src) => {
    expect(getFrameSources([createEmbed(src)])).toEqual([new URL(src).origin])
  },
)
