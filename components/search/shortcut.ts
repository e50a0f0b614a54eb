/** Cmd+K and cmd+P; elsewhere than on a Mac, where it cuts a line's end, ctrl+K. */
export function isSearchShortcut({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey || shiftKey || metaKey === ctrlKey) return false
  const letter = key.toLowerCase()
  return letter === 'k' ? metaKey || !isMac() : letter === 'p' && metaKey
}

/** Whether the keyboard is one of Apple's, which command with cmd. */
export const isMac = () => /Mac|iP/.test(navigator.platform)
