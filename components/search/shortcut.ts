/** Cmd+K and Cmd+P, and Ctrl+K on other systems than macOS, where it deletes to the end of the line. */
export function isSearchShortcut({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || metaKey === ctrlKey) return false
  const letter = key.toLowerCase()
  return letter === 'k' ? metaKey || !isMac() : letter === 'p' && metaKey
}

/** Whether a key is `/`, wherever it is on the keyboard, unless keys without modifiers are off. */
export const isSearchKey = ({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  key === '/' && !metaKey && !ctrlKey && !altKey && areSingleKeysOn()

export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Whether the device is one of Apple's, whose shortcuts use Cmd. */
export const isMac = () => /Mac|iP/.test(navigator.platform)

const KEY = 'sheet-key'
const OFF = 'off'
/** The setting if the browser cannot store it. It lasts as long as the document. */
let unsavedSetting: string | undefined

/** Whether the keys `?` and `/` are shortcuts. Users of speech input need to turn them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  try {
    return (localStorage.getItem(KEY) ?? unsavedSetting) !== OFF
  } catch {
    return unsavedSetting !== OFF
  }
}

/** Turns the shortcuts `?` and `/` on or off, and stores the setting. */
export function switchSingleKeys(isOn: boolean): void {
  unsavedSetting = undefined
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, OFF)
  } catch {
    // Storage may be full or forbidden.
    if (!isOn) unsavedSetting = OFF
  }
}
