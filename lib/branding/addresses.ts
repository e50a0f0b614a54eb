/** Longer addresses are refused. */
export const MAX_ADDRESS_LENGTH = 2048

/** What a link in the settings must be, for error messages. */
export const LINK_RULE = 'an address that starts with https://, mailto: or /'

/**
 * Returns the normalized address of a link that an operator or editor chose: https without a password, mailto, or a path of the site;
 * undefined for all others.
 */
export function parseLinkAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_LENGTH || /[\s\\"'<>\p{Cc}]/u.test(text)) return undefined
  if (text.startsWith('/')) return text.startsWith('//') ? undefined : text
  if (/^mailto:[^@?]+@[^@?]+/i.test(text)) return URL.canParse(text) ? text : undefined
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined
  const { href, username, password } = new URL(text)
  return username === '' && password === '' ? href : undefined
}
