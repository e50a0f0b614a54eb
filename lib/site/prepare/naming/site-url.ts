/** Removes the address of the site itself from the beginning of an address. Equivalent forms, such as a host in upper case, count, too. */
export function removeSiteUrl(text: string, siteUrl: string): string {
  if (!URL.canParse(text) || !URL.canParse(siteUrl)) return text
  const site = new URL(siteUrl).href.replace(/\/$/, '')
  const { href } = new URL(text)
  if (href === site) return '/'
  return href.startsWith(`${site}/`) ? href.slice(site.length) : text
}
