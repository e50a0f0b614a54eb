import type { IslandOptions } from './island'
import { whenNear } from './near'
import { fitHeight, getThemedAddress } from './social-post'

const SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads'
const ALLOWED = 'fullscreen; autoplay; encrypted-media; picture-in-picture; clipboard-write'

const THUMBNAILS = 'https://i.ytimg.com/vi'
/** Names of YouTube's thumbnails by width in pixels. */
const WIDTHS = { 120: 'default', 320: 'mqdefault', 480: 'hqdefault', 640: 'sddefault', 1280: 'maxresdefault' }
/** For a missing thumbnail, YouTube sends an image that is narrower than this many pixels. */
const MIN_WIDTH = 200
/** Sites that the player of YouTube contacts. */
const PLAYER_HOSTS = ['https://www.youtube-nocookie.com', 'https://www.google.com']

/** Loads embeds and videos: when they come near the viewport, or when a visitor asks for them. */
export function mountMedia(content: HTMLElement, { signal }: IslandOptions): void {
  for (const place of content.querySelectorAll<HTMLElement>('.frame[data-src]')) {
    const button = place.querySelector<HTMLButtonElement>('.click-to-load button')
    if (button) offer(place, button, signal)
    else if (place.dataset.video === undefined) whenNear(place, signal, () => load(place, signal))
    else offerPlayer(place, place.dataset.video, signal)
  }
  for (const video of content.querySelectorAll('video')) {
    whenNear(video, signal, () => {
      video.preload = 'metadata'
    })
  }
}

/** Shows the button that loads an embed, and the name of the site that it contacts. */
function offer(place: HTMLElement, button: HTMLButtonElement, signal: AbortSignal): void {
  for (const hidden of place.querySelectorAll<HTMLElement>('[hidden]')) hidden.hidden = false
  const show = () => {
    const link = place.querySelector('a')
    const iframe = load(place, signal)
    if (link && iframe.closest('.block-embed')) (iframe.closest('[data-post] > div') ?? iframe).after(link)
    // It replaces the focused button.
    iframe.focus()
  }
  button.addEventListener('click', show, { signal })
}

/** Replaces the link to a video by a button that starts the player, and adds the thumbnail when it comes near the viewport. */
function offerPlayer(place: HTMLElement, id: string, signal: AbortSignal): void {
  const link = place.querySelector('a')
  if (link === null) return
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: link.className })
  button.append(...link.childNodes)
  link.replaceWith(button)
  button.addEventListener('click', () => load(place, signal).focus(), { signal })
  for (const type of ['pointerenter', 'focus']) button.addEventListener(type, connect, { once: true, signal })
  whenNear(place, signal, () => place.prepend(createThumbnail(id, place.dataset.title ?? '')))
}

function connect(): void {
  for (const href of PLAYER_HOSTS) {
    if (document.head.querySelector(`link[rel=preconnect][href="${href}"]`)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href }))
  }
}

/** The thumbnail in the best width, then in the width that every video has; the video's title if both fail. */
function createThumbnail(id: string, title: string): HTMLElement {
  const image = document.createElement('img')
  const smaller = `${THUMBNAILS}/${id}/hqdefault.jpg`
  const fail = () => {
    if (image.srcset !== '') {
      image.removeAttribute('srcset')
      image.src = smaller
      return
    }
    const label = Object.assign(document.createElement('span'), { className: 'frame-title', textContent: title })
    label.setAttribute('aria-hidden', 'true')
    image.replaceWith(label)
  }
  image.addEventListener('load', () => image.srcset !== '' && image.naturalWidth < MIN_WIDTH && fail())
  image.addEventListener('error', fail)
  const sources = Object.entries(WIDTHS).map(([pixels, name]) => `${THUMBNAILS}/${id}/${name}.jpg ${pixels}w`)
  // `src` comes last: a browser starts loading as soon as it is set.
  return Object.assign(image, {
    alt: '',
    decoding: 'async',
    sizes: '(max-width: 740px) 100vw, 708px',
    srcset: sources.join(', '),
    src: smaller,
  })
}

/** Replaces a place by the sandboxed iframe that it stands for. */
function load(place: HTMLElement, signal: AbortSignal): HTMLIFrameElement {
  const { src = '', title = '' } = place.dataset
  const figure = place.parentElement
  const isPost = figure?.dataset.post !== undefined
  const iframe = document.createElement('iframe')
  // With scripts and its own origin, an iframe of this site could remove its sandbox.
  const isOwn = new URL(src).origin === window.location.origin
  iframe.setAttribute('sandbox', isOwn ? SANDBOX : `${SANDBOX} allow-same-origin`)
  Object.assign(iframe, { title, allow: ALLOWED, referrerPolicy: 'strict-origin-when-cross-origin' })
  if (figure?.matches('.block-video')) Object.assign(iframe, { width: '560', height: '315' })
  else iframe.setAttribute('style', place.getAttribute('style') ?? '')
  iframe.src = isPost ? getThemedAddress(src) : src
  if (isPost) {
    const around = document.createElement('div')
    around.append(iframe)
    place.replaceWith(around)
    fitHeight(iframe, signal)
  } else {
    place.replaceWith(iframe)
  }
  return iframe
}
