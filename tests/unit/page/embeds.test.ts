import { describe, expect, it } from 'vitest'
import { type BlockInit, createTestContext, prepareTestBody } from './stored-page'

const prepareBlock = (init: BlockInit, context = createTestContext()) => prepareTestBody([init], context).blocks[0]
const createMedia = (type: string, source: string, format = {}): BlockInit => ({ type, properties: { source }, format })

describe('embeds of other sites', () => {
  const sources = [
    ['video', 'https://youtu.be/aqz-KE-bpKQ'],
    ['video', 'https://vimeo.com/1'],
    ['tweet', 'https://x.com/ada/status/20'],
    ['gist', 'https://gist.github.com/ada/6cad326836d38bd3a7ae'],
    ['figma', 'https://www.figma.com/file/x'],
    ['embed', 'https://example.com/'],
  ] as const
  it.each(sources)('require a click if embeds are "click": %s', (type, source) => {
    expect(prepareBlock(createMedia(type, source), { ...createTestContext(), embeds: 'click' })).toMatchObject({
      clickToLoad: true,
    })
  })
  it.each(sources)('become links if embeds are "off": %s', (type, source) => {
    const card = prepareBlock(createMedia(type, source), { ...createTestContext(), embeds: 'off' })
    expect(card?.type).toBe('card')
    expect(JSON.stringify(card)).not.toMatch(/platform|player|pibb|nocookie|"src"/)
  })
  it.each(['click', 'off'] as const)('have no badges if embeds are "%s" [N-305]', (embeds) => {
    const format = { domain: 'github.com', original_url: 'https://github.com/a/b' }
    const card = prepareBlock({ type: 'external_object_instance', format }, { ...createTestContext(), embeds })
    expect(card).not.toHaveProperty('badge', expect.anything())
  })
})

it.each([
  [createMedia('video', 'https://youtu.be/aqz-KE-bpKQ'), 'YouTube 视频'],
  [createMedia('video', 'https://vimeo.com/1'), '视频 (vimeo.com)'],
  [createMedia('maps', 'https://maps.example.com'), '地图 (maps.example.com)'],
  [createMedia('tweet', 'https://twitter.com/ada'), 'ada 的帖子'],
  [{ type: 'drive', format: { drive_properties: { url: 'https://docs.google.com/d/1' } } }, '云端硬盘文件'],
  [{ type: 'constructor', properties: { source: 'https://example.com' } }, 'Constructor'],
])('media without a name have a title in the language of the interface', (init: BlockInit, title) => {
  expect(prepareBlock(init, { ...createTestContext(), locale: 'zh-CN' })).toMatchObject({ title })
})

describe('videos', () => {
  it.each([
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', {}],
    ['https://youtu.be/aqz-KE-bpKQ?t=1m5s', { start: 65 }],
    ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=90&autoplay=0&mute=1', { start: 90, mute: true }],
    ['https://www.youtube.com/shorts/aqz-KE-bpKQ', {}],
  ])('from %s wait for a click', (source, more) => {
    expect(prepareBlock(createMedia('video', source))).toEqual({
      type: 'youtube',
      videoId: 'aqz-KE-bpKQ',
      ...more,
      title: 'YouTube video',
    })
  })

  it.each([
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://www.loom.com/share/abc123', 'https://www.loom.com/embed/abc123'],
    ['https://vimeo.com/76979871/0a1b2c', 'https://player.vimeo.com/video/76979871?h=0a1b2c'],
    ['https://ada.wistia.com/medias/abc', 'https://fast.wistia.net/embed/iframe/abc'],
    ['https://www.tella.tv/video/abc/view', 'https://www.tella.tv/video/abc/embed'],
    ['https://www.videoask.com/abc', 'https://www.videoask.com/abc'],
    ['https://share.getcloudapp.com/abc', 'https://share.getcloudapp.com/abc'],
    ['https://www.youtube.com/playlist?list=x', 'https://www.youtube-nocookie.com/embed/videoseries?list=x'],
    ['https://player.vimeo.com/video/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://www.youtube.com/embed/live_stream?channel=x', 'https://www.youtube.com/embed/live_stream?channel=x'],
    ['https://video.example.com/videos/embed/abc', 'https://video.example.com/videos/embed/abc'],
    ['https://dai.ly/x8abc', 'https://geo.dailymotion.com/player.html?video=x8abc'],
    ['https://www.dailymotion.com/video/x8abc', 'https://geo.dailymotion.com/player.html?video=x8abc'],
    ['https://www.bilibili.com/video/BV1xx/', 'https://player.bilibili.com/player.html?bvid=BV1xx&autoplay=0'],
    ['https://www.nicovideo.jp/watch/sm9', 'https://embed.nicovideo.jp/watch/sm9'],
    ['https://v.youku.com/v_show/id_XMTIz.html', 'https://player.youku.com/embed/XMTIz'],
    ['https://www.ted.com/talks/a_talk', 'https://embed.ted.com/talks/a_talk'],
    ['https://streamable.com/abc', 'https://streamable.com/e/abc'],
    ['https://share.vidyard.com/watch/abc', 'https://play.vidyard.com/abc'],
    ['https://drive.google.com/file/d/a-B_1/view', 'https://drive.google.com/file/d/a-B_1/preview'],
    ['https://archive.org/details/a.film', 'https://archive.org/embed/a.film'],
    ['https://open.spotify.com/intl-de/episode/4a', 'https://open.spotify.com/embed/episode/4a'],
  ])('from %s play in an embed', (source, src) => {
    expect(prepareBlock(createMedia('video', source))).toMatchObject({ type: 'embed', src, ratio: 0.5625 })
  })

  it.each([
    'https://example.com/mytellarvideo.mp4',
    'https://example.com/A%20FILM.MOV?download=1',
    'https://notvimeo.com/1.mp4',
  ])('%s plays in the player of the browser', (src) => {
    for (const type of ['video', 'embed']) expect(prepareBlock(createMedia(type, src))).toEqual({ type: 'video', src })
  })

  it.each([
    ['https://example.com/watch/1', 'example.com'],
    ['https://example.com/?u=youtube.com', 'example.com'],
    ['https://example.com/player-piano.html', 'example.com'],
    ['https://www.twitch.tv/videos/1', 'twitch.tv'],
    ['https://vimeo.com/', 'vimeo.com'],
    ['https://youtu.be/aqz-KE-bpKQ-and-more', 'youtu.be'],
    ['https://notvimeo.com/1', 'notvimeo.com'],
  ])('on the page %s without a player are links', (href, source) => {
    expect(prepareBlock(createMedia('video', href))).toEqual({ type: 'card', href, title: source, source })
  })

  it('without a player have the name of the video if the workspace stores one', () => {
    const getCardTitle = (format: object) => prepareBlock(createMedia('video', 'https://example.com/1', format))
    expect(getCardTitle({ link_title: 'A film' })).toMatchObject({ title: 'A film' })
  })

  it.each([
    ['https://example.com/watch/1', 'https://example.com/frame/1'],
    ['https://vimeo.com/76979871', 'https://cdn.example.com/widget?src=vimeo'],
    ['https://example.com/file.mp4', 'https://example.com/frame/1'],
    ['https://example.com/watch/1', 'https://example.com/watch/1'],
  ])('at %s are shown at the embed address that the workspace stores: %s', (source, display) => {
    for (const type of ['video', 'embed'])
      expect(prepareBlock(createMedia(type, source, { display_source: display }))).toMatchObject({
        type: 'embed',
        src: display,
      })
  })

  it('of a playlist that the workspace stores as an embed have the player of the playlist', () => {
    const list = 'https://www.youtube.com/embed/videoseries?list=x'
    expect(
      prepareBlock(createMedia('video', 'https://www.youtube.com/playlist?list=x', { display_source: list })),
    ).toMatchObject({ type: 'embed', src: list })
  })

  it('play the file or the YouTube video that the workspace stores for a page', () => {
    const prepare = (display: string) =>
      prepareBlock(createMedia('video', 'https://example.com/watch/1', { display_source: display }))
    expect(prepare('https://cdn.example.com/1.mp4')).toEqual({ type: 'video', src: 'https://cdn.example.com/1.mp4' })
    expect(prepare('https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed')).toMatchObject({
      type: 'youtube',
      videoId: 'aqz-KE-bpKQ',
    })
  })

  it('that the site stores play if they are videos, and are links if they are not', () => {
    const getBlock = (type: string, source: string, mediaType?: string) =>
      prepareBlock(createMedia(type, source), {
        ...createTestContext(),
        fileAddress: () => '/files/hash/a',
        fileType: () => mediaType,
      })
    for (const type of ['video', 'embed']) {
      for (const source of ['attachment:1:a.mp4', 'https://example.com/a.mp4']) {
        expect(getBlock(type, source, 'video/mp4')).toEqual({ type: 'video', src: '/files/hash/a' })
        expect(getBlock(type, source, 'application/octet-stream')).toEqual({
          type: 'file',
          src: '/files/hash/a',
          name: 'a.mp4',
        })
      }
    }
    expect(getBlock('video', 'attachment:1:a')?.type).toBe('video')
    expect(getBlock('embed', 'attachment:1:a.pdf')).toEqual({ type: 'file', src: '/files/hash/a', name: 'a.pdf' })
  })
})

describe('embeds', () => {
  it.each(['embed', 'figma', 'typeform', 'codepen', 'excalidraw', 'replit', 'maps'])(
    'have a size and a title: %s',
    (type) => {
      const block = prepareBlock(createMedia(type, 'https://example.com/a'))
      expect(block?.type).toBe('embed')
      expect(block).toMatchObject({ ratio: expect.any(Number), title: expect.stringMatching(/\S/) })
    },
  )

  it.each([
    ['typeform', 'https://form.typeform.com/to/x', 'https://form.typeform.com/to/x?disable-auto-focus=true'],
    ['codepen', 'https://codepen.io/ada/pen/xyz', 'https://codepen.io/ada/embed/xyz'],
    ['replit', 'https://replit.com/@ada/engine', 'https://replit.com/@ada/engine?embed=true'],
    [
      'figma',
      'https://www.figma.com/file/x',
      'https://www.figma.com/embed?embed_host=notion&url=https%3A%2F%2Fwww.figma.com%2Ffile%2Fx',
    ],
  ])('use the embed address of %s', (type, source, src) => {
    expect(prepareBlock(createMedia(type, source))).toMatchObject({ src })
  })

  it('use the address and the size that the workspace stores', () => {
    const format = { display_source: 'https://maps.example.com/embed', block_height: 160, block_width: 600 }
    expect(prepareBlock(createMedia('maps', 'https://maps.example.com', format))).toEqual({
      type: 'embed',
      src: 'https://maps.example.com/embed',
      title: 'Map (maps.example.com)',
      href: 'https://maps.example.com/',
      width: 600,
      height: 160,
    })
  })

  it('use the embed address of the service if the workspace repeats the source', () => {
    const source = 'https://codepen.io/ada/pen/xyz'
    expect(prepareBlock(createMedia('codepen', source, { display_source: source }))).toMatchObject({
      src: 'https://codepen.io/ada/embed/xyz',
    })
  })

  it('use https for insecure addresses, because the policy of pages blocks http', () => {
    expect(prepareBlock(createMedia('embed', 'http://example.com/a'))).toEqual({
      type: 'embed',
      src: 'https://example.com/a',
      href: 'http://example.com/a',
      title: 'example.com',
      ratio: 0.625,
    })
  })

  it.each([
    ['https://www.google.com/maps/place/Mainz/@50,8,12z', 'https://www.google.com/maps?q=Mainz&output=embed'],
    ['https://www.google.de/maps/@50.1,8.2,12z', 'https://www.google.com/maps?q=50.1,8.2&output=embed'],
    ['https://maps.google.com/?q=Bad Homburg', 'https://www.google.com/maps?q=Bad%20Homburg&output=embed'],
    ['https://www.google.com/maps/embed?pb=x', 'https://www.google.com/maps/embed?pb=x'],
    ['https://notgoogle.com/maps/place/Mainz', 'https://notgoogle.com/maps/place/Mainz'],
  ])('show the place that the map address %s contains', (source, src) => {
    expect(prepareBlock(createMedia('maps', source))).toMatchObject({ src })
  })

  it.each([
    [
      'https://gist.github.com/ada/6cad326836d38bd3a7ae#file-a',
      'https://gist.github.com/ada/6cad326836d38bd3a7ae.pibb',
    ],
    ['https://gist.github.com/6cad326836d38bd3a7ae', 'https://gist.github.com/6cad326836d38bd3a7ae.pibb'],
  ])('show the gist %s half as high as wide', (source, src) => {
    expect(prepareBlock(createMedia('gist', source, { block_height: 900 }))).toMatchObject({ src, ratio: 0.5 })
  })

  it('show posts at most 420 px wide', () => {
    const source = 'https://mobile.twitter.com/ada/status/20'
    const src = 'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20'
    expect(prepareBlock(createMedia('tweet', source, { block_width: 900 }))).toMatchObject({
      src,
      width: 420,
      href: source,
    })
    expect(prepareBlock(createMedia('tweet', source, { block_width: 300 }))).toMatchObject({ width: 300 })
  })

  it('use the player for a video in any type of block', () => {
    expect(prepareBlock(createMedia('embed', 'https://youtu.be/aqz-KE-bpKQ'))?.type).toBe('youtube')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/files/x.html', '//example.com', 'not an address'])(
    'are removed for %s',
    (source) => {
      expect(prepareBlock(createMedia('embed', source))).toEqual({ type: 'unknown' })
      expect(prepareBlock(createMedia('embed', 'https://example.com', { display_source: source }))).toMatchObject({
        src: 'https://example.com/',
      })
    },
  )
})
