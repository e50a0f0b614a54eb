/** Controls that need script. A button that opens a popover or sends a form works without. */
const CONTROLS = 'button[type=button]:not([popovertarget])'

/**
 * Runs in the head: until hydration, keeps each click on a control from every other listener, so that it is handled once, by the
 * replay. A control that waits is dimmed by an animation, because hydration would find a changed attribute.
 */
export const EARLY_CLICKS_SCRIPT = [
  '{let c=[],',
  `l=e=>{let b=e.target.closest?.("${CONTROLS}");`,
  'b&&(e.stopImmediatePropagation(),c.push([b,b.animate({opacity:[.5,.5]},1e6)]))};',
  'addEventListener("click",l,!0);',
  'window.takeEarlyClicks=()=>(removeEventListener("click",l,!0),c.splice(0))}',
].join('')

declare global {
  interface Window {
    /** Ends the recording and returns the clicked controls in order, each with the animation that dims it. */
    takeEarlyClicks?: () => [control: HTMLElement, dimmed: Animation][]
  }
}
