import { addBasePath } from '@/lib/base-path'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { Messages } from '@/messages/languages'

interface HelpfulProps {
  /** The id of the page. */
  page: string
  /** Whether readers may also write a text. */
  hasText: boolean
  texts: Messages['helpful']
}

/**
 * A form that asks whether a page was helpful, without script. The response redirects to the id of the next part, and the style sheet shows
 * only the part that the address names.
 */
export function Helpful({ page, hasText, texts }: HelpfulProps) {
  const action = addBasePath('/api/helpful')
  return (
    <section className="helpful" aria-label={texts.title}>
      <link rel="stylesheet" href={addBasePath('/helpful.css')} precedence="default" />
      <form method="post" action={action}>
        <input type="hidden" name="page" value={page} />
        <p>{texts.title}</p>
        <button type="submit" name="vote" value="yes">
          {texts.yes}
        </button>
        <button type="submit" name="vote" value="no">
          {texts.no}
        </button>
      </form>
      {hasText && (
        <form method="post" action={action} id={ELEMENT_IDS.helpfulText} className="helpful-next">
          <input type="hidden" name="page" value={page} />
          <label>
            {texts.text}
            <textarea name="text" required maxLength={1000} rows={3} />
          </label>
          <p>{texts.hint}</p>
          <button type="submit">{texts.send}</button>
        </form>
      )}
      <p id={ELEMENT_IDS.helpfulThanks} className="helpful-next" tabIndex={-1}>
        {texts.thanks}
      </p>
    </section>
  )
}
