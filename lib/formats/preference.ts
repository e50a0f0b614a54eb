import Negotiator from 'negotiator'

/** Whether an `Accept` header would rather have Markdown than the page itself. Browsers never name it. */
export function prefersMarkdown(accept: string | null): boolean {
  if (!accept?.toLowerCase().includes('text/markdown')) return false
  return new Negotiator({ headers: { accept } }).mediaTypes(['text/html', 'text/markdown'])[0] === 'text/markdown'
}
