import { type ComponentProps, createContext, use, useEffect, useLayoutEffect, useRef } from 'react'
import type { Controlled } from 'react-medium-image-zoom'
import { getPictureSources } from '@/lib/page/picture-sources'
import type { ZoomMessages } from '@/messages/languages'
import { watchGestures } from './gestures'
import { getStep } from './next-picture'

type ContentProps = Parameters<NonNullable<ComponentProps<typeof Controlled>['ZoomContent']>>[0]

export interface ZoomState {
  /** The pictures of the page, and the index of the one that is shown. */
  pictures: Element[]
  index: number
  /** Whether the library shows the picture. It knows only the first one. */
  isFirst: boolean
  isEnlarged: boolean
  /** The language and direction of the page. */
  lang: string | undefined
  direction: string
  margin: number
  messages: ZoomMessages
  onStep: (step: number) => void
  onEnlarge: (isEnlarged: boolean) => void
  onClose: () => void
}

export const ZoomContext = createContext<ZoomState | undefined>(undefined)

/** What the dialog of an enlarged picture contains. */
export function ZoomContent({ buttonUnzoom, img, modalState }: ContentProps) {
  const state = use(ZoomContext)
  return <>{state && <Content {...state} button={buttonUnzoom} first={img} modalState={modalState} />}</>
}

interface Props extends ZoomState {
  button: ContentProps['buttonUnzoom']
  first: ContentProps['img']
  modalState: ContentProps['modalState']
}

function Content({ button, first, modalState, ...state }: Props) {
  const { pictures, index, isFirst, direction, lang, messages, onStep, onEnlarge, onClose } = state
  const area = useRef<HTMLDivElement>(null)
  const moved = useRef<HTMLDivElement>(null)
  const callbacks = useRef({ onStep, onEnlarge, onClose })
  callbacks.current = { onStep, onEnlarge, onClose }
  const isRightToLeft = direction === 'rtl'
  const picture = pictures[index]
  const isReady = modalState === 'LOADED'
  const isOpen = isReady || modalState === 'LOADING'

  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      const step = getStep(event, isRightToLeft)
      if (step === 0) return
      event.preventDefault()
      callbacks.current.onStep(step)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [isOpen, isRightToLeft])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture begins as it fits the window
  useLayoutEffect(() => {
    if (!isReady || !area.current || !moved.current) return
    const controller = new AbortController()
    const gestures = {
      onEnlarge: (isEnlarged: boolean) => callbacks.current.onEnlarge(isEnlarged),
      onSwipe: (step: number) => callbacks.current.onStep(isRightToLeft ? -step : step),
      onClose: () => callbacks.current.onClose(),
    }
    watchGestures(area.current, moved.current, gestures, controller.signal)
    return () => controller.abort()
  }, [isReady, isRightToLeft, index])

  return (
    <div className="zoom" dir={direction} lang={lang} data-ready={isReady || undefined}>
      {button}
      <div className="zoom-area" ref={area}>
        <div ref={moved}>
          <span hidden={!isFirst}>{first}</span>
          {picture && !isFirst && <OtherPicture key={index} picture={picture} {...state} />}
        </div>
      </div>
      <div className="zoom-bar">
        <StepButton step={-1} label={messages.previous} {...state} />
        <div aria-live="polite">
          {pictures.length > 1 && <p>{messages.place(index + 1, pictures.length)}</p>}
          {picture && <Caption key={index} picture={picture} />}
        </div>
        <StepButton step={1} label={messages.next} {...state} />
      </div>
    </div>
  )
}

/** A picture that was not the first one to be enlarged. */
function OtherPicture({ picture, margin, isEnlarged }: { picture: Element } & ZoomState) {
  const image = picture.querySelector('img')
  if (image === null) return null
  const { address, natural } = readImage(image)
  // The image of the page is shown until the larger one is loaded.
  const preview = image.naturalWidth > 0 ? `url(${JSON.stringify(image.currentSrc)})` : undefined
  return (
    // biome-ignore lint/performance/noImgElement: the server prepared its sources
    <img
      {...getPictureSources(address, natural)}
      alt={image.alt}
      sizes={getSizes(isEnlarged)}
      style={{ padding: margin, maxWidth: natural && 2 * (natural + margin), backgroundImage: preview }}
    />
  )
}

interface StepButtonProps extends ZoomState {
  step: 1 | -1
  label: string
}

/** At the ends it keeps the focus, so it is not disabled. */
function StepButton({ step, label, pictures, index, onStep }: StepButtonProps) {
  if (pictures.length < 2) return null
  const isEnd = pictures[index + step] === undefined
  return (
    <button type="button" aria-label={label} aria-disabled={isEnd} onClick={() => onStep(step)}>
      <Icon path={step < 0 ? 'M12.5 4l-6 6 6 6' : 'M7.5 4l6 6-6 6'} />
    </button>
  )
}

export function CloseIcon() {
  return <Icon path="M4.5 4.5l11 11M15.5 4.5l-11 11" />
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={path} strokeWidth="1.5" />
    </svg>
  )
}

/** A copy of the caption, with its links and equations. */
function Caption({ picture }: { picture: Element }) {
  const nodes = picture.querySelector('figcaption')?.childNodes ?? []
  if (nodes.length === 0) return null
  return <div className="zoom-caption" ref={(place) => place?.replaceChildren(...[...nodes].map(copyNode))} />
}

const copyNode = (node: Node) => node.cloneNode(true)

export function readImage(image: HTMLImageElement): { address: string; natural: number | undefined } {
  const { src, natural } = image.dataset
  return { address: src ?? image.src, natural: natural === undefined ? undefined : Number(natural) }
}

/** A picture that is larger than the window needs more pixels. */
export const getSizes = (isEnlarged: boolean): string => (isEnlarged ? '250vw' : '100vw')
