import { getSearchAddress } from '@/lib/search-address'

/**
 * Opens the search dialog, which `islands/early.ts` does before any script has loaded. Without script it is a link to the search page.
 * `language` limits that page, on a site with several.
 */
export function SearchButton({ label, language }: { label: string; language?: string | undefined }) {
  const page = getSearchAddress({ language })
  return (
    <>
      <button type="button" className="search-button" aria-label={label} aria-haspopup="dialog" data-page={page} />
      <noscript>
        {/* biome-ignore lint/a11y/useAnchorContent: its label names it, and the style sheet draws its icon */}
        <a className="search-button" href={page} aria-label={label} />
      </noscript>
    </>
  )
}
