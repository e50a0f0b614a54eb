import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BlockInit, prepareTestBody } from '../../unit/page/stored-page'
import { renderHydrated } from './render'
import { BELOW, windowView } from './view'

const ADDRESS = 'https://example.com/a.png'
const image: BlockInit = { type: 'image', properties: { source: ADDRESS, alt_text: 'A view' } }
const show = (...blockInits: BlockInit[]) => renderHydrated(prepareTestBody(blockInits).blocks)
const getPicture = () => screen.getByAltText<HTMLImageElement>('A view')
const getState = () => getPicture().dataset.state
const isRequested = () => getPicture().getAttribute('src') === ADDRESS

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

  it('is sent as a lazy image, and is not requested after hydration [N-300]', async () => {
    windowView(BELOW)
    const { sent } = await show(image)
    expect(sent).toContain(`src="${ADDRESS}"`)
    expect(sent).toContain('loading="lazy"')
    expect([getState(), isRequested()]).toEqual(['not-asked', false])
  })

  it('is observed with a margin of 50 px and a threshold of 0.01', async () => {
    const view = windowView(BELOW)
    await show(image)
    const [watched] = view.observed()
    expect(watched).toEqual({ element: getPicture(), options: { rootMargin: '50px 0px', threshold: 0.01 } })
  })

  it('is requested after a delay near the viewport, and then loaded [N-300]', async () => {
    const view = windowView(BELOW)
    await show(image)
    await view.move(true)
    expect([getState(), isRequested()]).toEqual(['buffering', false])
    await pass(1000)
    expect([getState(), isRequested()]).toEqual(['loading', true])
    expect(view.observed()).toEqual([])
    fireEvent.load(getPicture())
    expect(getState()).toBe('success')
  })

  it('is not requested if it leaves the viewport during the delay', async () => {
    const view = windowView(BELOW)
    await show(image)
    await view.move(true)
    await view.move(false)
    await pass(1000)
    expect([getState(), isRequested()]).toEqual(['not-asked', false])
  })

  it('is not marked as loaded when its placeholder has loaded', async () => {
    windowView(BELOW)
    await show(image)
    fireEvent.load(getPicture())
    expect(getState()).toBe('not-asked')
  })

  it('is requested when the page is printed', async () => {
    windowView(BELOW)
    await show(image)
    await act(async () => void window.dispatchEvent(new Event('beforeprint')))
    expect([getState(), isRequested()]).toEqual(['loading', true])
  })
})

describe('a picture in the viewport', () => {
  it('that was loaded before hydration can be enlarged', async () => {
    windowView(0)
    Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: true, configurable: true })
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(300)
    await show(image)
    expect(getState()).toBe('success')
    expect(screen.getByRole('button', { name: 'Enlarge the picture: A view' })).toBeDefined()
    Object.defineProperty(HTMLImageElement.prototype, 'complete', { value: false, configurable: true })
  })

  it('keeps its space and alternative text when it fails, without a message [N-360] [N-300]', async () => {
    windowView(0)
    const { container } = await show({ ...image, format: { block_width: 300, block_aspect_ratio: 0.5 } })
    expect(getState()).toBe('loading')
    fireEvent.error(getPicture())
    expect(getState()).toBe('error')
    // An empty picture, because browsers show an icon for a broken one.
    expect(getPicture().getAttribute('src')).toMatch(/^data:image\/svg\+xml,/)
    expect([getPicture().getAttribute('width'), getPicture().getAttribute('height')]).toEqual(['300', '150'])
    expect(container.textContent).toBe('')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows its preview only until it is loaded', async () => {
    windowView(0)
    const preview = 'data:image/png;base64,AAAA'
    await renderHydrated([{ type: 'image', src: ADDRESS, alt: 'A view', preview }])
    expect(getPicture().style.backgroundImage).toContain(preview)
    fireEvent.load(getPicture())
    expect(getPicture().style.backgroundImage).toBe('none')
  })

  it('removes a preview that is only in the HTML', async () => {
    windowView(0)
    await renderHydrated([{ type: 'image', src: ADDRESS, alt: 'A view', preview: '' }])
    getPicture().style.backgroundImage = 'url(data:image/png;base64,AAAA)'
    fireEvent.load(getPicture())
    expect(getPicture().style.backgroundImage).toBe('none')
  })

  it('can be enlarged unless it is a link [N-363]', async () => {
    windowView(0)
    const { container } = await show(image, {
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
    await renderHydrated([{ type: 'image', src, natural: 700, alt: 'A view', width: 320, ratio: 0.5 }])
    expect(getPicture().getAttribute('srcset')).toBe(
      `${src}.w384.webp 384w, ${src}.w640.webp 640w, ${src}.w960.webp 700w`,
    )
    expect(getPicture().getAttribute('sizes')).toBe('auto, min(100vw, 320px)')
  })

  it('is requested in the size of its element', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const view = windowView(BELOW)
    await renderHydrated([{ type: 'image', src, natural: 700, alt: 'A view', ratio: 0.5 }])
    Object.defineProperty(getPicture(), 'clientWidth', { value: 230 })
    expect(getPicture().getAttribute('srcset')).toBeNull()
    await view.move(true)
    await act(async () => vi.advanceTimersByTime(1000))
    expect(getPicture().getAttribute('sizes')).toBe('230px')
  })

  it('has high priority at the top of the page', async () => {
    windowView(0)
    await renderHydrated([{ type: 'image', src, natural: 700, alt: 'A view', eager: true }])
    expect(getPicture().getAttribute('loading')).toBe('eager')
    expect(getPicture().getAttribute('fetchpriority')).toBe('high')
    expect(getPicture().getAttribute('sizes')).not.toContain('auto')
  })
})
