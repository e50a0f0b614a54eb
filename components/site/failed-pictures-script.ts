/**
 * Runs in the head: marks each picture that fails, before hydration too, so that the style sheet can take it out or put a placeholder
 * in its place. A picture that loads after all loses the mark.
 */
export const FAILED_PICTURES_SCRIPT =
  '["error","load"].map(t=>document.addEventListener(t,e=>e.target.toggleAttribute?.("data-failed",t=="error"),!0))'
