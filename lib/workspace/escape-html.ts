const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes text safe inside markup, between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

const CHARACTERS = new Map(Object.entries(ESCAPES).map(([character, entity]) => [entity, character]))

/** Reverses `escapeHtml`, and reads the apostrophe as React writes it. Other entities stay. */
export const unescapeHtml = (html: string): string =>
  html.replaceAll('&#x27;', '&#39;').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity)
