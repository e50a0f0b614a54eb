import { useEffect, useState } from 'react'

/** How long the button says what became of the copy, in milliseconds. */
const SAID_FOR = 1200

interface CopyButtonProps {
  words: Record<'copy' | 'copied' | 'copyFailed', string>
  /** Writes to the clipboard. */
  copy: () => Promise<void>
}

/** A button that copies, and says for a moment what became of it. */
export function CopyButton({ words, copy }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()

  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), SAID_FOR)
    return () => clearTimeout(timer)
  }, [outcome])

  const onClick = async () => {
    try {
      await copy()
      setOutcome('copied')
    } catch {
      setOutcome('copyFailed')
    }
  }
  return (
    <button type="button" onClick={onClick}>
      <span aria-live="polite">{words[outcome ?? 'copy']}</span>
    </button>
  )
}
