import { useEffect, useState } from 'react'

/** How long the button shows the outcome, in milliseconds. */
const OUTCOME_MS = 1200

interface CopyButtonProps {
  messages: Record<'copy' | 'copied' | 'copyFailed', string>
  /** Writes to the clipboard. */
  copy: () => Promise<void>
}

/** A button that copies, and briefly shows whether that succeeded. */
export function CopyButton({ messages, copy }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()

  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS)
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
      <span aria-live="polite">{messages[outcome ?? 'copy']}</span>
    </button>
  )
}
