import { useEffect, useState } from 'react'

/**
 * Where the keyboard goes on after a button that brings its own end: `move` moves the focus once what was asked for is drawn, if the
 * button is gone by then and the reader is nowhere else.
 */
export function useGoOn(): (button: Element, move: () => void) => void {
  const [pressed, setPressed] = useState<{ button: Element; move: () => void }>()
  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body
    if (pressed && !pressed.button.isConnected && isNowhere) pressed.move()
  }, [pressed])
  return (button, move) => setPressed({ button, move })
}
