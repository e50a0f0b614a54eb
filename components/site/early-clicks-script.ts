/** Controls that need script. A button that opens a popover or sends a form works without. */
const CONTROLS = 'button[type=button]:not([popovertarget])'

/**
 * Runs in the head: until the controls of the page respond, keeps each click on a control from every other listener, so that it is handled once, by the
 * replay. A control that waits is dimmed by an animation, because hydration would find a changed attribute.
 */
export const EARLY_CLICKS_SCRIPT = [
  '{let c=[],',
  `l=e=>{let b=e.target.closest?.("${CONTROLS}");`,
  'b&&(e.stopImmediatePropagation(),c.push([b,b.animate({opacity:[.5,.5]},1e6)]))};',
  'addEventListener("click",l,!0);',
  'window.takeEarlyClicks=()=>(removeEventListener("click",l,!0),c.splice(0))}',
].join('')

/**
 * Runs in the head: until hydration replaces the link to the search page by a button, the search shortcut (see `isSearchShortcut`) follows
 * that link. In form fields the browser keeps the shortcut.
 */
export const EARLY_SHORTCUT_SCRIPT = [
  'addEventListener("keydown",e=>{let a=document.querySelector("a.search-button");',
  'a&&!e.altKey&&!e.shiftKey&&(e.metaKey?/^[kp]$/i.test(e.key):e.ctrlKey&&/^k$/i.test(e.key))',
  '&&!e.target.closest?.("input,textarea,select")&&(e.preventDefault(),a.click())})',
].join('')

declare global {
  interface Window {
    /** Ends the recording and returns the clicked controls in order, each with the animation that dims it. */
    takeEarlyClicks?: () => [control: HTMLElement, dimmed: Animation][]
  }
}
