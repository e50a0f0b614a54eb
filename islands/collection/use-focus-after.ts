import { useEffect, useState } from 'react'

/**
 * Returns a function that keeps the focus after a button that removes itself: `move` is called once the result is rendered, if the button
 * is gone by then and nothing else has the focus.
 */
export function useFocusAfter(): (button: Element, move: () => void) => void {
  const [pressed, setPressed] = useState<{ button: Element; move: () => void }>()
  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body
    if (pressed && !pressed.button.isConnected && isNowhere) pressed.move()
  }, [pressed])
  return (button, move) => setPressed({ button, move })
}
