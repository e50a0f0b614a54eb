import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createMedia, type Raw } from '../../support/content-map'
import { show, showHydrated } from './show'
import { BELOW, windowView } from './view'

const OUT = 'https://example.com/a'
const removePage = () => {
  cleanup()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}
const ID = 'aqz-KE-bpKQ'
const IDS = [6, 10, 12].map((length) => `${ID}x`.slice(0, length))

test.each<[title: string, selector: string, addresses: string]>([
  [
    'a YouTube video with an id of 11 characters has a play button [N-278]',
    '.block-video .play',
    `youtu.be/${ID} youtube.com/embed/${ID} www.youtube.com/watch?v=${ID} m.youtube.com/watch?v=${ID} ` +
      `youtube-nocookie.com/embed/${ID} www.youtube-nocookie.com/embed/${ID}`,
  ],
  [
    'a YouTube address with an id of another length is a link [N-279]',
    '.block-card',
    IDS.map((id) => `youtu.be/${id} www.youtube.com/watch?v=${id}`).join(' '),
  ],
  [
    'a video on another known host is an embed [N-280]',
    '.block-embed .frame',
    'vimeo.com/1 player.vimeo.com/video/1 ada.wistia.com/medias/1 fast.wistia.net/embed/iframe/1 www.loom.com/share/1 ' +
      'www.videoask.com/1 share.getcloudapp.com/1 cl.ly/1 www.tella.tv/video/1',
  ],
  [
    'a video file has the player of the browser [N-281]',
    'video',
    'example.com/a.mp4 example.com/mytellarvideo.mp4 example.com/youtube.com/a.mp4 notvimeo.com/a.mp4',
  ],
  [
    'the page of a video without a known player is a link [N-281]',
    '.block-card',
    'example.com/watch/1 www.twitch.tv/videos/1 vimeo.com',
  ],
])('%s', async (_, selector, addresses) => {
  for (const address of addresses.split(' ')) {
    const { body } = await show(createMedia('video', `https://${address}`))
    const players = '.block-video .play, .block-embed .frame, .block-card, video'
    expect([address, body.querySelectorAll(selector).length, body.querySelectorAll(players).length]).toEqual([
      address,
      1,
      1,
    ])
  }
})

describe('embeds in the viewport', () => {
  const EMBEDS: [title: string, block: Raw, src: string, title?: string][] = [
    ['the address of the block [N-37]', createMedia('embed', `${OUT}/`), `${OUT}/`],
    [
      'a Replit [N-38]',
      createMedia('replit', 'https://replit.com/@ada/engine'),
      'https://replit.com/@ada/engine?embed=true',
    ],
    [
      'a post [N-39]',
      createMedia('tweet', 'https://twitter.com/ada/status/20'),
      'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20&theme=light',
    ],
    [
      'a map [N-41]',
      createMedia('maps', 'https://www.google.com/maps/embed?pb=1'),
      'https://www.google.com/maps/embed?pb=1',
    ],
    [
      'a Figma file [N-44]',
      createMedia('figma', 'https://www.figma.com/file/1'),
      'https://www.figma.com/embed?embed_host=notion&url=https%3A%2F%2Fwww.figma.com%2Ffile%2F1',
    ],
    [
      'a Typeform that does not take the focus [N-45]',
      createMedia('typeform', 'https://a.typeform.com/to/b'),
      'https://a.typeform.com/to/b?disable-auto-focus=true',
    ],
    ['a CodePen [N-46]', createMedia('codepen', 'https://codepen.io/ada/pen/b'), 'https://codepen.io/ada/embed/b'],
    [
      'an Excalidraw [N-47]',
      createMedia('excalidraw', 'https://excalidraw.com/#json=1'),
      'https://excalidraw.com/#json=1',
    ],
    [
      'the printable page of a gist [N-49]',
      createMedia('gist', 'https://gist.github.com/ada/0123456789abcdef'),
      'https://gist.github.com/ada/0123456789abcdef.pibb',
      'Gist by ada',
    ],
    [
      'the stored display source [N-66]',
      createMedia('embed', OUT, { display_source: 'https://example.com/shown' }),
      'https://example.com/shown',
    ],
  ]
  let blocks: Element[] = []
  beforeAll(async () => {
    const view = windowView(BELOW)
    const body = await showHydrated(EMBEDS.map(([, block]) => block))
    await view.move(true)
    blocks = [...body.querySelectorAll('figure')]
  })
  afterAll(removePage)

  test.each(EMBEDS.map(([title, , src, name], index) => [title, src, name, index] as const))(
    'are sandboxed iframes: %s',
    (_, src, name, index) => {
      const iframe = blocks[index]?.querySelector('iframe')
      expect([iframe?.getAttribute('src'), iframe?.hasAttribute('sandbox')]).toEqual([src, true])
      expect(iframe?.title).toMatch(name ?? /\S/)
    },
  )

  test('have half the width of a gist as its height [N-49]', () => {
    expect(blocks[8]?.innerHTML).toMatch(/aspect-ratio: ?2\b/)
  })
})

describe('near the viewport', () => {
  afterEach(removePage)

  test('images, embeds and thumbnails load when 1 % of them is within 50 pixels of the viewport [N-295]', async () => {
    const { observed } = windowView(BELOW)
    await showHydrated([
      createMedia('image', `${OUT}.png`),
      createMedia('embed', 'https://example.com/'),
      createMedia('video', `https://youtu.be/${ID}`),
    ])
    const options = { rootMargin: '50px 0px', threshold: 0.01 }
    const observations = observed().map(({ element, options }) => [element.closest('figure')?.className, options])
    expect(Object.fromEntries(observations)).toEqual({
      'block-image': options,
      'block-embed': options,
      'block-video': options,
    })
  })

  test('a PDF that the site serves is embedded [N-43]', async () => {
    const view = windowView(BELOW)
    const body = await showHydrated(createMedia('pdf', `${OUT}.pdf`), {}, { fileAddress: () => '/files/00/a.pdf' })
    await view.move(true)
    expect(body.querySelector('iframe, embed, object')?.outerHTML).toContain('"/files/00/a.pdf')
  })
})
