import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, contextOf, type Draft } from '../../unit/page/stored-page'
import { hydrated } from './render'
import { BELOW, windowView } from './view'

const shown = (draft: Draft, embeds: 'load' | 'click' | 'off' = 'load') =>
  hydrated(bodyOf([draft], { ...contextOf(), embeds }).blocks)
const media = (type: string, source: string, format = {}): Draft => ({ type, properties: { source }, format })
const frame = () => document.querySelector('iframe')

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  document.head.innerHTML = ''
  delete document.documentElement.dataset.theme
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an embed', () => {
  const codepen = media('codepen', 'https://codepen.io/ada/pen/xyz', { block_height: 300 })

  it('is a link until it comes near the viewport', async () => {
    const view = windowView(BELOW)
    const { sent } = await shown(codepen)
    expect(sent).not.toContain('<iframe')
    expect(sent).toContain('<a href="https://codepen.io/ada/pen/xyz"')
    expect(document.querySelector<HTMLElement>('.frame')?.style.height).toBe('300px')
    await view.move(false)
    expect(frame()).toBeNull()
    await view.move(true)
    expect(frame()?.src).toBe('https://codepen.io/ada/embed/xyz')
    expect(frame()?.style.height).toBe('300px')
    expect(frame()?.title).toBe('codepen.io')
  })

  it('can neither navigate this window nor read the URL of the page', async () => {
    const view = windowView(BELOW)
    await shown(codepen)
    await view.move(true)
    const sandbox = frame()?.getAttribute('sandbox')?.split(' ')
    expect(sandbox).toContain('allow-scripts')
    expect(sandbox).not.toContain('allow-top-navigation')
    expect(frame()?.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin')
  })

  it('of this site has no access to it', async () => {
    const view = windowView(BELOW)
    await hydrated([['embed', 0, 0, { src: `${window.location.origin}/page`, title: 'Self' }]])
    await view.move(true)
    expect(frame()?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-same-origin')
    cleanup()
    await shown(codepen)
    await view.move(true)
    expect(frame()?.getAttribute('sandbox')?.split(' ')).toContain('allow-same-origin')
  })

  it('waits for a click if configured, and names the site that it contacts', async () => {
    const view = windowView(0)
    const { container } = await shown(codepen, 'click')
    await view.move(true)
    expect(frame()).toBeNull()
    expect(container.textContent).toContain('Showing it contacts codepen.io')
    fireEvent.click(screen.getByRole('button', { name: 'Show: codepen.io' }))
    expect(frame()?.src).toBe('https://codepen.io/ada/embed/xyz')
  })

  it('is a link card if embeds are turned off', async () => {
    const view = windowView(0)
    const { container } = await shown(codepen, 'off')
    await view.move(true)
    expect(container.querySelector('iframe, button')).toBeNull()
    expect(container.querySelector('.block-card a')?.getAttribute('href')).toBe('https://codepen.io/ada/pen/xyz')
  })
})

describe('a post', () => {
  const post = media('tweet', 'https://x.com/ada/status/20?s=1', { block_width: 800 })

  it('is shown in the service’s embed page, in the site’s theme, at most 420 px wide', async () => {
    document.documentElement.dataset.theme = 'dark'
    const view = windowView(BELOW)
    const { container } = await shown(post)
    await view.move(true)
    expect(frame()?.src).toBe('https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20&theme=dark')
    expect(frame()?.title).toBe('Post by ada')
    expect(container.querySelector('figure')?.style.width).toBe('420px')
  })

  it('has the height that its own iframe reports, and no other', async () => {
    const view = windowView(BELOW)
    await shown(post)
    await view.move(true)
    const say = (origin: string, height: unknown, source = frame()?.contentWindow) =>
      act(async () => {
        const data = { 'twttr.embed': { method: 'twttr.private.resize', params: [{ height }] } }
        window.dispatchEvent(Object.assign(new Event('message'), { origin, source, data }))
      })
    const before = frame()?.style.height
    await say('https://evil.example', 700)
    await say('https://platform.twitter.com', 700, window as never)
    await say('https://platform.twitter.com', 'tall')
    expect(frame()?.style.height).toBe(before)
    await say('https://platform.twitter.com', 700)
    expect(frame()?.style.height).toBe('700px')
  })
})

describe('a YouTube video', () => {
  const film = media('video', 'https://youtu.be/aqz-KE-bpKQ?t=90&mute=1', { link_title: 'Film' })
  const play = () => screen.getByRole('button', { name: 'Play: Film' })
  const images = () => document.querySelectorAll('.block-video img')

  it('is a link without script, and sends no request before it is near the viewport', async () => {
    const view = windowView(BELOW)
    const { sent } = await shown(film)
    expect(sent).toContain('<a class="play" href="https://www.youtube.com/watch?v=aqz-KE-bpKQ&amp;t=90"')
    expect(sent).not.toContain('ytimg')
    expect(images()).toHaveLength(0)
    await view.move(true)
    expect(images()[0]?.getAttribute('srcset')?.match(/\d+w/g)).toEqual(['120w', '320w', '480w', '640w', '1280w'])
    expect(frame()).toBeNull()
  })

  it('uses the thumbnail that every video has if a wider one is missing', async () => {
    const view = windowView(0)
    await shown(film)
    await view.move(true)
    const [thumbnail] = images()
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(66)
    if (thumbnail) fireEvent.load(thumbnail)
    expect(images()[0]?.getAttribute('srcset')).toBeNull()
    expect(images()[0]?.getAttribute('src')).toBe('https://i.ytimg.com/vi/aqz-KE-bpKQ/hqdefault.jpg')
  })

  it('shows no broken image without a thumbnail, and can be played', async () => {
    const view = windowView(0)
    await shown(film)
    await view.move(true)
    for (const shown of [1, 1, 0]) {
      expect(images()).toHaveLength(shown)
      for (const image of images()) fireEvent.error(image)
    }
    fireEvent.click(play())
    expect(frame()?.src).toContain('/embed/aqz-KE-bpKQ')
  })

  it('preconnects to the player on hover and focus', async () => {
    windowView(0)
    await shown(film)
    act(() => play().focus())
    const hosts = [...document.head.querySelectorAll('link[rel=preconnect]')].map((each) => each.getAttribute('href'))
    expect(hosts).toContain('https://www.youtube-nocookie.com')
  })

  it('plays without cookies, with the start time and sound of its URL, at 560 by 315', async () => {
    windowView(0)
    await shown(film)
    fireEvent.click(play())
    expect(frame()?.src).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&mute=1&start=90')
    expect([frame()?.width, frame()?.height]).toEqual(['560', '315'])
  })

  it('shows no thumbnail before a click if configured, and then plays', async () => {
    const view = windowView(0)
    await shown(film, 'click')
    await view.move(true)
    expect(images()).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Show: Film' }))
    expect(frame()?.src).toContain('autoplay=1')
  })

  it('is a link card if embeds are turned off', async () => {
    windowView(0)
    const { container } = await shown(film, 'off')
    expect(container.querySelector('.block-card a')?.getAttribute('href')).toContain('watch?v=aqz-KE-bpKQ')
    expect(container.querySelector('button, iframe, img')).toBeNull()
  })
})

it('a video file loads its metadata near the viewport', async () => {
  const view = windowView(BELOW)
  await shown(media('video', 'https://example.com/a.mp4'))
  const video = document.querySelector('video')
  expect(video?.getAttribute('preload')).toBe('none')
  await view.move(true)
  expect(video?.getAttribute('preload')).toBe('metadata')
})
