/** Which crawlers of assistants may read the site: all, those that do not train models with it, or none. */
export const ASSISTANT_RULES = ['allow', 'no training', 'refuse'] as const
export type AssistantRule = (typeof ASSISTANT_RULES)[number]

/** Returns the rule that an editor or operator wrote; undefined if there is none of that name. */
export function parseAssistantRule(text: string): AssistantRule | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
  return ASSISTANT_RULES.find((rule) => rule === words)
}
