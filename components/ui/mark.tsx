/** The printer's mark: an orb and a cross with two bars, as the first printers signed their books. Decoration only. */
export function Mark() {
  return (
    <svg
      className="mark"
      viewBox="0 0 24 36"
      width="24"
      height="36"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      aria-hidden="true"
    >
      <circle cx="12" cy="25" r="9.5" />
      <path d="M12 1.5V25M2.5 25h19M8 6h8M5.5 11h13" />
    </svg>
  )
}
