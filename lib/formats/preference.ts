import Negotiator from 'negotiator'

/** Whether an `Accept` header prefers Markdown to HTML. Browsers never request Markdown. */
export function prefersMarkdown(accept: string | null): boolean {
  if (!accept?.toLowerCase().includes('text/markdown')) return false
  return new Negotiator({ headers: { accept } }).mediaTypes(['text/html', 'text/markdown'])[0] === 'text/markdown'
}
