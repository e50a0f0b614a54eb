import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, type Draft } from '../../unit/page/stored-page'
import { hydrated } from './render'
import { BELOW, windowView } from './view'

const ADDRESS = 'https://example.com/a.png'
const image: Draft = { type: 'image', properties: { source: ADDRESS, alt_text: 'A view' } }
const shown = (...drafts: Draft[]) => hydrated(bodyOf(drafts).blocks)
const picture = () => screen.getByAltText<HTMLImageElement>('A view')
const state = () => picture().dataset.state
const isAsked = () => picture().getAttribute('src') === ADDRESS

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a picture far from the viewport', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds))

  it('is sent as a lazy image, and is not requested after hydration', async () => {
    windowView(BELOW)
    const { sent } = await shown(image)
    expect(sent).toContain(`src="${ADDRESS}"`)
    expect(sent).toContain('loading="lazy"')
    expect([state(), isAsked()]).toEqual(['not-asked', false])
  })

  it('is observed with a margin of 50 px and a threshold of 0.01', async () => {
    const view = windowView(BELOW)
    await shown(image)
    const [watched] = view.observed()
    expect(watched).toEqual({ element: picture(), options: { rootMargin: '50px 0px', threshold: 0.01 } })
  })

  it('is requested after a delay near the viewport, and then loaded', async () => {
    const view = windowView(BELOW)
    await shown(image)
    await view.move(true)
    expect([state(), isAsked()]).toEqual(['buffering', false])
    await pass(1000)
    expect([state(), isAsked()]).toEqual(['loading', true])
    expect(view.observed()).toEqual([])
    fireEvent.load(picture())
    expect(state()).toBe('success')
  })

  it('is not requested if it leaves the viewport during the delay', async () => {
    const view = windowView(BELOW)
    await shown(image)
    await view.move(true)
    await view.move(false)
    await pass(1000)
    expect([state(), isAsked()]).toEqual(['not-asked', false])
  })

  it('is not loaded when its placeholder has loaded', async () => {
    windowView(BELOW)
    await shown(image)
    fireEvent.load(picture())
    expect(state()).toBe('not-asked')
  })

  it('is requested when the page is printed', async () => {
    windowView(BELOW)
    await shown(image)
    await act(async () => void window.dispatchEvent(new Event('beforeprint')))
    expect([state(), isAsked()]).toEqual(['loading', true])
  })
})

describe('a picture in the viewport', () => {
  it('that was loaded before hydration can be enlarged', async () => {
    windowView(0)
    Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: true, configurable: true })
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(300)
    await shown(image)
    expect(state()).toBe('success')
    expect(screen.getByRole('button', { name: 'Enlarge the picture: A view' })).toBeDefined()
    Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: false, configurable: true })
  })

  it('keeps its space and alternative text when it fails, without a message', async () => {
    windowView(0)
    const { container } = await shown({ ...image, format: { block_width: 300, block_aspect_ratio: 0.5 } })
    expect(state()).toBe('loading')
    fireEvent.error(picture())
    expect(state()).toBe('error')
    // A picture of nothing, because browsers draw a broken one.
    expect(picture().getAttribute('src')).toMatch(/^data:image\/svg\+xml,/)
    expect([picture().getAttribute('width'), picture().getAttribute('height')]).toEqual(['300', '150'])
    expect(container.textContent).toBe('')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows its preview only until it is loaded', async () => {
    windowView(0)
    const preview = 'data:image/png;base64,AAAA'
    await hydrated([['image', 0, 0, { src: ADDRESS, alt: 'A view', preview }]])
    expect(picture().style.backgroundImage).toContain(preview)
    fireEvent.load(picture())
    expect(picture().style.backgroundImage).toBe('none')
  })

  it('removes a preview that is only in the HTML', async () => {
    windowView(0)
    await hydrated([['image', 0, 0, { src: ADDRESS, alt: 'A view', preview: '' }]])
    picture().style.backgroundImage = 'url(data:image/png;base64,AAAA)'
    fireEvent.load(picture())
    expect(picture().style.backgroundImage).toBe('none')
  })

  it('can be enlarged unless it is a link', async () => {
    windowView(0)
    const { container } = await shown(image, {
      ...image,
      properties: { source: 'https://example.com/b.png', caption: 'https://example.com/', alt_text: 'A view' },
    })
    expect(container.querySelector('[data-rmiz]')).toBeNull()
    for (const each of screen.getAllByAltText('A view')) fireEvent.load(each)
    const [enlarge, ...others] = container.querySelectorAll('.picture button')
    expect(others).toEqual([])
    if (enlarge) fireEvent.click(enlarge)
    await waitFor(() => expect(container.querySelectorAll('[data-rmiz]')).toHaveLength(1))
    expect(container.querySelector('a [data-rmiz]')).toBeNull()
  })
})

describe('a picture of this site’s own', () => {
  const src = '/files/abc/a.webp'

  it('has sources up to its natural width, and reserves its space', async () => {
    windowView(0)
    await hydrated([['image', 0, 0, { src, natural: 700, alt: 'A view', width: 320, ratio: 0.5 }]])
    expect(picture().getAttribute('srcset')).toBe(`${src}.w384.webp 384w, ${src}.w640.webp 640w, ${src}.w960.webp 700w`)
    expect(picture().getAttribute('sizes')).toBe('auto, min(100vw, 320px)')
  })

  it('is requested in the size of its element', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const view = windowView(BELOW)
    await hydrated([['image', 0, 0, { src, natural: 700, alt: 'A view', ratio: 0.5 }]])
    Object.defineProperty(picture(), 'clientWidth', { value: 230 })
    expect(picture().getAttribute('srcset')).toBeNull()
    await view.move(true)
    await act(async () => vi.advanceTimersByTime(1000))
    expect(picture().getAttribute('sizes')).toBe('230px')
  })

  it('has high priority at the top of the page', async () => {
    windowView(0)
    await hydrated([['image', 0, 0, { src, natural: 700, alt: 'A view', eager: 1 }]])
    expect(picture().getAttribute('loading')).toBe('eager')
    expect(picture().getAttribute('fetchpriority')).toBe('high')
    expect(picture().getAttribute('sizes')).not.toContain('auto')
  })
})
