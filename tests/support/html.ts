import { HtmlValidate } from 'html-validate'

/** Rules of the HTML standard without rules of style, and rules for the attributes of form controls. */
const validator = new HtmlValidate({
  root: true,
  elements: ['html5'],
  extends: ['html-validate:standard'],
  rules: { 'input-attributes': 'error', 'no-implicit-button-type': 'error' },
})

/** Returns the errors of an HTML document; an empty list if it is valid. */
export async function validateHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ message, selector }) => `${selector}: ${message}`))
}
