/** Cmd+K and cmd+P; elsewhere than on a Mac, where it cuts a line's end, ctrl+K. */
export function isSearchShortcut({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || metaKey === ctrlKey) return false
  const letter = key.toLowerCase()
  return letter === 'k' ? metaKey || !isMac() : letter === 'p' && metaKey
}

/** Whether the keyboard is one of Apple's, which command with cmd. */
export const isMac = () => /Mac|iP/.test(navigator.platform)

const KEY = 'sheet-key'
const OFF = 'off'
/** The choice of a reader whose browser keeps nothing; it lasts as long as the document. */
let unkept: string | undefined

/** Whether `?` shows the sheet of keys: who speaks to the computer, or hits keys unawares, switches it off (WCAG 2.1.4). */
export function isSheetKeyOn(): boolean {
  try {
    return (localStorage.getItem(KEY) ?? unkept) !== OFF
  } catch {
    return unkept !== OFF
  }
}

/** Switches `?` on or off, and remembers it. */
export function switchSheetKey(isOn: boolean): void {
  unkept = undefined
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, OFF)
  } catch {
    // Storage may be full or forbidden.
    if (!isOn) unkept = OFF
  }
}
