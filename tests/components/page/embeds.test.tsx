import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BlockInit, createTestContext, prepareTestBody } from '../../unit/page/stored-page'
import { renderHydrated } from './render'
import { BELOW, windowView } from './view'

const show = (init: BlockInit, embeds: 'load' | 'click' | 'off' = 'load') =>
  renderHydrated(prepareTestBody([init], { ...createTestContext(), embeds }).blocks)
const createMedia = (type: string, source: string, format = {}): BlockInit => ({ type, properties: { source }, format })
const findIframe = () => document.querySelector('iframe')

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  document.head.innerHTML = ''
  delete document.documentElement.dataset.theme
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an embed', () => {
  const codepen = createMedia('codepen', 'https://codepen.io/ada/pen/xyz', { block_height: 300 })

  it('is a link until it comes near the viewport', async () => {
    const view = windowView(BELOW)
    const { sent } = await show(codepen)
    expect(sent).not.toContain('<iframe')
    expect(sent).toContain('<a href="https://codepen.io/ada/pen/xyz"')
    expect(document.querySelector<HTMLElement>('.frame')?.style.height).toBe('300px')
    await view.move(false)
    expect(findIframe()).toBeNull()
    await view.move(true)
    expect(findIframe()?.src).toBe('https://codepen.io/ada/embed/xyz')
    expect(findIframe()?.style.height).toBe('300px')
    expect(findIframe()?.title).toBe('codepen.io')
  })

  it('can neither navigate this window nor read the URL of the page', async () => {
    const view = windowView(BELOW)
    await show(codepen)
    await view.move(true)
    const sandbox = findIframe()?.getAttribute('sandbox')?.split(' ')
    expect(sandbox).toContain('allow-scripts')
    expect(sandbox).not.toContain('allow-top-navigation')
    expect(findIframe()?.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin')
  })

  it('of this site has no access to the page', async () => {
    const view = windowView(BELOW)
    await renderHydrated([{ type: 'embed', src: `${window.location.origin}/page`, title: 'Self' }])
    await view.move(true)
    expect(findIframe()?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-same-origin')
    document.body.innerHTML = ''
    await show(codepen)
    await view.move(true)
    expect(findIframe()?.getAttribute('sandbox')?.split(' ')).toContain('allow-same-origin')
  })

  it('waits for a click if configured, and shows the site that it contacts', async () => {
    const view = windowView(0)
    const { container } = await show(codepen, 'click')
    await view.move(true)
    expect(findIframe()).toBeNull()
    expect(container.textContent).toContain('Showing it contacts codepen.io')
    fireEvent.click(screen.getByRole('button', { name: 'Show: codepen.io' }))
    expect(findIframe()?.src).toBe('https://codepen.io/ada/embed/xyz')
  })

  it('is a link card if embeds are turned off', async () => {
    const view = windowView(0)
    const { container } = await show(codepen, 'off')
    await view.move(true)
    expect(container.querySelector('iframe, button')).toBeNull()
    expect(container.querySelector('.block-card a')?.getAttribute('href')).toBe('https://codepen.io/ada/pen/xyz')
  })
})

describe('a social media post', () => {
  const post = createMedia('tweet', 'https://x.com/ada/status/20?s=1', { block_width: 800 })

  it('is shown in the embed page of its service with the theme of the site, at most 420 px wide', async () => {
    document.documentElement.dataset.theme = 'dark'
    const view = windowView(BELOW)
    const { container } = await show(post)
    await view.move(true)
    expect(findIframe()?.src).toBe('https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20&theme=dark')
    expect(findIframe()?.title).toBe('Post by ada')
    expect(container.querySelector('figure')?.style.width).toBe('420px')
  })

  it('uses only the height that its own iframe reports', async () => {
    const view = windowView(BELOW)
    await show(post)
    await view.move(true)
    const postHeight = (origin: string, height: unknown, source = findIframe()?.contentWindow) =>
      act(async () => {
        const data = { 'twttr.embed': { method: 'twttr.private.resize', params: [{ height }] } }
        window.dispatchEvent(Object.assign(new Event('message'), { origin, source, data }))
      })
    const before = findIframe()?.style.height
    await postHeight('https://evil.example', 700)
    await postHeight('https://platform.twitter.com', 700, window as never)
    await postHeight('https://platform.twitter.com', 'tall')
    expect(findIframe()?.style.height).toBe(before)
    await postHeight('https://platform.twitter.com', 700)
    expect(findIframe()?.style.height).toBe('700px')
  })
})

describe('a YouTube video', () => {
  const film = createMedia('video', 'https://youtu.be/aqz-KE-bpKQ?t=90&mute=1', { link_title: 'Film' })
  const getPlayButton = () => screen.getByRole('button', { name: 'Play: Film' })
  const findImages = () => document.querySelectorAll('.block-video img')

  it('is a link without JavaScript, and sends no request before it is near the viewport [N-367] [N-303]', async () => {
    const view = windowView(BELOW)
    const { sent } = await show(film)
    expect(sent).toContain('<a class="play" href="https://www.youtube.com/watch?v=aqz-KE-bpKQ&amp;t=90"')
    expect(sent).not.toContain('ytimg')
    expect(findImages()).toHaveLength(0)
    await view.move(true)
    expect(findImages()[0]?.getAttribute('srcset')).toContain('/aqz-KE-bpKQ/')
    expect(findImages()[0]?.getAttribute('srcset')?.match(/\d+w/g)).toEqual(['120w', '320w', '480w', '640w', '1280w'])
    expect(findIframe()).toBeNull()
  })

  it('uses the thumbnail that every video has if a wider one is missing', async () => {
    const view = windowView(0)
    await show(film)
    await view.move(true)
    const [thumbnail] = findImages()
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(66)
    if (thumbnail) fireEvent.load(thumbnail)
    expect(findImages()[0]?.getAttribute('srcset')).toBeNull()
    expect(findImages()[0]?.getAttribute('src')).toBe('https://i.ytimg.com/vi/aqz-KE-bpKQ/hqdefault.jpg')
  })

  it('shows no broken image without a thumbnail, and can be played', async () => {
    const view = windowView(0)
    await show(film)
    await view.move(true)
    for (const count of [1, 1, 0]) {
      expect(findImages()).toHaveLength(count)
      for (const image of findImages()) fireEvent.error(image)
    }
    fireEvent.click(getPlayButton())
    expect(findIframe()?.src).toContain('/embed/aqz-KE-bpKQ')
  })

  it('preconnects to the player on hover and focus', async () => {
    windowView(0)
    await show(film)
    act(() => getPlayButton().focus())
    const hosts = [...document.head.querySelectorAll('link[rel=preconnect]')].map((each) => each.getAttribute('href'))
    expect(hosts).toContain('https://www.youtube-nocookie.com')
  })

  it('plays without cookies, with the start time and sound of its URL, at 560 by 315 [N-366]', async () => {
    windowView(0)
    await show(film)
    fireEvent.click(getPlayButton())
    expect(findIframe()?.src).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&mute=1&start=90')
    expect([findIframe()?.width, findIframe()?.height]).toEqual(['560', '315'])
  })

  it('shows no thumbnail before a click if configured, and then plays', async () => {
    const view = windowView(0)
    await show(film, 'click')
    await view.move(true)
    expect(findImages()).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Show: Film' }))
    expect(findIframe()?.src).toContain('autoplay=1')
  })

  it('is a link card if embeds are turned off', async () => {
    windowView(0)
    const { container } = await show(film, 'off')
    expect(container.querySelector('.block-card a')?.getAttribute('href')).toContain('watch?v=aqz-KE-bpKQ')
    expect(container.querySelector('button, iframe, img')).toBeNull()
  })
})

it('a video file loads its metadata near the viewport', async () => {
  const view = windowView(BELOW)
  await show(createMedia('video', 'https://example.com/a.mp4'))
  const video = document.querySelector('video')
  expect(video?.getAttribute('preload')).toBe('none')
  await view.move(true)
  expect(video?.getAttribute('preload')).toBe('metadata')
})
