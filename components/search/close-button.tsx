interface CloseButtonProps {
  className: string
  label: string
  onClose: () => void
}

/** Closes a dialog, for users without an Escape key. */
export function CloseButton({ className, label, onClose }: CloseButtonProps) {
  return (
    <button type="button" className={className} aria-label={label} onClick={onClose}>
      <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M5 5l10 10M15 5L5 15" />
      </svg>
    </button>
  )
}
