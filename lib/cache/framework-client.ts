/** Scripts and preload links of the chunks of Next.js. */
const CHUNKS =
  /<script\b(?=[^>]* src="[^"]*\/_next\/static\/chunks\/)[^>]*><\/script>|<link rel="preload"(?=[^>]* as="script")[^>]*>/g

/** Inline scripts with hydration data, and the call that starts the chunk runtime. Next.js escapes every `<` in the data. */
const DATA = /<script\b[^>]*>(?:self\.__next_f|\(self\.__next_f|\(globalThis\["TURBOPACK"\])[^<]*<\/script>/g

/**
 * Removes the client of Next.js from a document: its scripts and its hydration data. What visitors can operate on a page of the site is
 * made operable by `islands`, and links load documents.
 */
export const removeFrameworkClient = (html: string): string => html.replace(CHUNKS, '').replace(DATA, '')
