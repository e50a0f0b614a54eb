/** The property of `localStorage` with the chosen size, in percent. `public/text-size.js` stores it. */
const KEY = 'text-size'

/** Runs before the first paint, so that a stored size applies without a shift. */
export const TEXT_SIZE_SCRIPT = `try{let s=localStorage.getItem("${KEY}");/^(90|115|130|150)$/.test(s)&&document.documentElement.style.setProperty("--text-scale",s/100)}catch{}`

/** The size of the root element, on which all others depend. */
export const TEXT_SIZE = 'calc(100% * var(--text-scale, 1))'
