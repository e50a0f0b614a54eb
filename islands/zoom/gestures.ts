/** How a picture is shown: its scale, and its offset in pixels. */
export interface View {
  scale: number
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

export const FITTING: View = { scale: 1, x: 0, y: 0 }
const MAX_SCALE = 6
const TAP_SCALE = 2.5
/** The longest time between the taps of a double tap, in milliseconds, and their largest distance, in pixels. */
const TAP_MS = 350
const TAP_PIXELS = 30
/** A shorter movement of a finger is none. */
const STILL_PIXELS = 10
const SWIPE_PIXELS = 50

/** Returns the view at another scale in which a point of the picture stays where it is. */
export function scaleAround({ scale, x, y }: View, next: number, point: Point): View {
  const bounded = Math.min(Math.max(next, 1), MAX_SCALE)
  const factor = bounded / scale
  return { scale: bounded, x: point.x - factor * (point.x - x), y: point.y - factor * (point.y - y) }
}

/** Returns the view without empty space beside a picture that is larger than the window. A smaller one is centered. */
export function keepInside({ scale, x, y }: View, picture: Size, window: Size): View {
  const bound = (offset: number, side: keyof Size) => {
    const space = (window[side] - scale * picture[side]) / 2
    const centered = (window[side] * (1 - scale)) / 2
    return space >= 0 ? centered : Math.min(Math.max(offset, centered + space), centered - space)
  }
  return { scale, x: bound(x, 'width'), y: bound(y, 'height') }
}

export interface Gestures {
  /** Called when the picture becomes larger than the window, and when it fits again. */
  onEnlarge: (isEnlarged: boolean) => void
  /** Called after a horizontal swipe: with 1 to the left, with -1 to the right. */
  onSwipe: (direction: number) => void
  onClose: () => void
}

/**
 * Pans and scales a picture by touch, until the signal aborts: pinching and double taps enlarge it, and a picture that fits is swiped.
 * `area` receives the fingers, and `moved` contains the picture.
 */
export function watchGestures(area: HTMLElement, moved: HTMLElement, gestures: Gestures, signal: AbortSignal): void {
  const fingers = new Map<number, Point>()
  let view = FITTING
  /** The view and the fingers at the start of a movement. */
  let origin = { view, center: { x: 0, y: 0 }, distance: 0 }
  let isPinching = false
  let isMouse = true
  let lastTap: { time: number; point: Point } | undefined

  const show = (next: View) => {
    const { scale, x, y } = next
    const wasEnlarged = view.scale > 1
    view = next
    moved.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    if (scale > 1 !== wasEnlarged) gestures.onEnlarge(scale > 1)
  }
  const keep = (next: View) => keepInside(next, getPictureSize(moved), getSize(area))
  const begin = () => {
    origin = { view, ...measure([...fingers.values()]) }
    moved.toggleAttribute('data-moving', fingers.size > 0)
  }
  const down = ({ pointerId, pointerType, clientX, clientY }: PointerEvent) => {
    isMouse = pointerType === 'mouse'
    if (isMouse) return
    fingers.set(pointerId, { x: clientX, y: clientY })
    isPinching = fingers.size > 1
    begin()
  }
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (!fingers.has(pointerId)) return
    fingers.set(pointerId, { x: clientX, y: clientY })
    const { center, distance } = measure([...fingers.values()])
    const [dx, dy] = [center.x - origin.center.x, center.y - origin.center.y]
    const { scale, x, y } = origin.view
    if (fingers.size > 1) {
      const scaled = scaleAround(origin.view, (scale * distance) / origin.distance, origin.center)
      show(keep({ ...scaled, x: scaled.x + dx, y: scaled.y + dy }))
    } else if (scale > 1) {
      show(keep({ scale, x: x + dx, y: y + dy }))
    } else if (!isPinching) {
      show(Math.abs(dx) > Math.abs(dy) ? { scale, x: dx, y: 0 } : { scale, x: 0, y: Math.max(dy, 0) })
    }
  }
  const up = (event: PointerEvent) => {
    const { pointerId, type, clientX, clientY, timeStamp, target } = event
    if (!fingers.delete(pointerId)) return
    if (fingers.size > 0) return begin()
    moved.removeAttribute('data-moving')
    const [dx, dy] = [clientX - origin.center.x, clientY - origin.center.y]
    if (isPinching || type === 'pointercancel' || !(target instanceof Element)) return show(keep(view))
    if (Math.max(Math.abs(dx), Math.abs(dy)) < STILL_PIXELS) {
      if (target.closest('img')) tap({ x: clientX, y: clientY }, timeStamp)
    } else if (view.scale === 1) swipe(dx, dy)
  }
  const tap = (point: Point, time: number) => {
    const isDouble = lastTap && time - lastTap.time < TAP_MS && getDistance(point, lastTap.point) < TAP_PIXELS
    lastTap = isDouble ? undefined : { time, point }
    show(isDouble && view.scale === 1 ? keep(scaleAround(view, TAP_SCALE, point)) : isDouble ? FITTING : keep(view))
  }
  const swipe = (dx: number, dy: number) => {
    show(FITTING)
    if (Math.abs(dx) > Math.abs(dy)) {
      if (Math.abs(dx) > SWIPE_PIXELS) gestures.onSwipe(dx < 0 ? 1 : -1)
    } else if (dy > SWIPE_PIXELS) gestures.onClose()
  }
  const click = (event: MouseEvent) => {
    event.stopPropagation()
    // A tap on the picture may be the first of two.
    if (isMouse || !(event.target instanceof HTMLImageElement)) gestures.onClose()
  }
  area.addEventListener('pointerdown', down, { signal })
  area.addEventListener('pointermove', move, { signal })
  area.addEventListener('pointerup', up, { signal })
  area.addEventListener('pointercancel', up, { signal })
  area.addEventListener('click', click, { signal })
  signal.addEventListener('abort', () => {
    moved.removeAttribute('data-moving')
    show(FITTING)
  })
}

const getDistance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Returns the center of the first two fingers, and their distance. */
function measure([first = { x: 0, y: 0 }, second = first]: Point[]): { center: Point; distance: number } {
  return {
    center: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    distance: Math.max(getDistance(first, second), 1),
  }
}

const getSize = ({ clientWidth, clientHeight }: Element): Size => ({ width: clientWidth, height: clientHeight })

/** Returns the size of the picture where it fits, without the space beside it in its element. */
function getPictureSize(moved: Element): Size {
  const image = moved.querySelector<HTMLImageElement>('img:not([hidden])')
  if (!image) return { width: 0, height: 0 }
  const { width, height } = image.getBoundingClientRect()
  const scale = moved.getBoundingClientRect().width / moved.clientWidth || 1
  const ratio = image.naturalWidth / image.naturalHeight || width / height
  return { width: Math.min(width, height * ratio) / scale, height: Math.min(height, width / ratio) / scale }
}
