/** An instant in the form of RFC 3339, which knows four digits of a year; undefined for any other and for 0. */
export function isoOf(moment: number): string | undefined {
  if (moment === 0 || !(Math.abs(moment) <= 8.64e15)) return undefined
  const iso = new Date(moment).toISOString()
  return /^\d{4}-/.test(iso) ? iso : undefined
}
