/** Formats a time by RFC 3339. Returns undefined for 0, and for years without exactly four digits, which RFC 3339 cannot represent. */
export function formatIso(moment: number): string | undefined {
  if (moment === 0 || !(Math.abs(moment) <= 8.64e15)) return undefined
  const iso = new Date(moment).toISOString()
  return /^\d{4}-/.test(iso) ? iso : undefined
}
