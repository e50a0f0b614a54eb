/** The forms of a phrase by the plural category of its number. `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * Returns a phrase in the form that a language requires for its number.
 *
 * @example formatPlural('ar', 2, { two: 'صفحتان', few: '# صفحات', other: '# صفحة' }) // 'صفحتان'
 */
export function formatPlural(locale: string, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
  return form.replace('#', String(count))
}

/**
 * Returns a number with its English noun, for the English texts, logs and the output of commands.
 *
 * @example formatCount(1, 'page') // '1 page'
 */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
