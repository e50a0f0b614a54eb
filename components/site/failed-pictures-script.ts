/**
 * Runs in the head, so also before hydration: marks each image that fails to load, which the style sheet then hides or replaces by a
 * placeholder. Removes the mark if the image loads later.
 */
export const FAILED_PICTURES_SCRIPT =
  '["error","load"].map(t=>document.addEventListener(t,e=>e.target.toggleAttribute?.("data-failed",t=="error"),!0))'
