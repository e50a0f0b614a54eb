import { HtmlValidate } from 'html-validate'

/** The HTML standard's own rules, without those of taste; and what a form's parts may carry. */
const validator = new HtmlValidate({
  root: true,
  elements: ['html5'],
  extends: ['html-validate:standard'],
  rules: { 'input-attributes': 'error', 'no-implicit-button-type': 'error' },
})

/** What is wrong with a document; nothing in a valid one. */
export async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ message, selector }) => `${selector}: ${message}`))
}
