/** Cmd+K and Cmd+P, and Ctrl+K on other systems than macOS, where it deletes to the end of the line. */
export function isSearchShortcut({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || metaKey === ctrlKey) return false
  const letter = key.toLowerCase()
  return letter === 'k' ? metaKey || !isMac() : letter === 'p' && metaKey
}

/** Whether the device is one of Apple's, whose shortcuts use Cmd. */
export const isMac = () => /Mac|iP/.test(navigator.platform)

const KEY = 'sheet-key'
const OFF = 'off'
/** The setting if the browser cannot store it. It lasts as long as the document. */
let unsavedSetting: string | undefined

/** Whether `?` opens the sheet of shortcuts. Users of speech input need to turn it off (WCAG 2.1.4). */
export function isSheetKeyOn(): boolean {
  try {
    return (localStorage.getItem(KEY) ?? unsavedSetting) !== OFF
  } catch {
    return unsavedSetting !== OFF
  }
}

/** Turns the `?` shortcut on or off, and stores the setting. */
export function switchSheetKey(isOn: boolean): void {
  unsavedSetting = undefined
  try {
    if (isOn) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, OFF)
  } catch {
    // Storage may be full or forbidden.
    if (!isOn) unsavedSetting = OFF
  }
}
