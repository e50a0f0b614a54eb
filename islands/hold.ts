/** An event that waits for the script of its control. */
export interface HeldEvent {
  event: MouseEvent | KeyboardEvent
  target: Element
  /**
   * Dims the control. React would report an attribute that the server did not render. Opacity would make the browser divide the page into
   * layers again.
   */
  dimmed: Animation
}

const DIMMED = 'color-mix(in srgb, currentColor 40%, transparent)'

/** Keeps an event on a control from every other listener, so that it is handled once, by {@link replay}. A key that is held down counts once. */
export function hold(event: MouseEvent | KeyboardEvent, control: Element): HeldEvent[] {
  event.preventDefault()
  event.stopImmediatePropagation()
  const { target } = event
  if (!(target instanceof Element) || (event instanceof KeyboardEvent && event.repeat)) return []
  return [{ event, target, dimmed: control.animate({ color: [DIMMED, DIMMED] }, { fill: 'forwards' }) }]
}

/** Dispatches held events again, with their modifiers, each in a task of its own: the next one finds what the last one changed. */
export function replay(held: HeldEvent[]): void {
  const [first, ...rest] = held
  if (first === undefined) return
  const { event, target, dimmed } = first
  dimmed.cancel()
  const Type = event instanceof KeyboardEvent ? KeyboardEvent : MouseEvent
  target.dispatchEvent(new Type(event.type, event))
  setTimeout(replay, 0, rest)
}
