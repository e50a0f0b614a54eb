import { addBasePath } from '@/lib/base-path'
import type { PreviewsView } from '@/lib/formats/dashboard'
import { DESK } from '@/lib/members-path'
import type { EditorsMessages } from '@/messages/languages'

interface PreviewLinksProps {
  previews: PreviewsView
  messages: EditorsMessages
}

/** The part of the editor dashboard that makes, lists and revokes preview links. */
export function PreviewLinks({ previews: { outcome, links, problem, lifetimes }, messages }: PreviewLinksProps) {
  const { previews: texts } = messages
  const action = addBasePath(`${DESK}/previews`)
  return (
    <section aria-labelledby="desk-previews">
      <h2 id="desk-previews">{texts.title}</h2>
      <p>{links === undefined ? texts.outcomes['no-secret'] : texts.hint}</p>
      {outcome !== undefined && <p className="desk-notice">{outcome}</p>}
      {links && (
        <>
          <form className="desk-query" method="post" action={action}>
            <label>
              {texts.page}
              <input name="page" required maxLength={500} />
            </label>
            <label>
              {texts.lifetime}
              <select name="lifetime">
                {lifetimes.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
            <label className="desk-choice">
              <input type="checkbox" name="subpages" /> {texts.hasSubpages}
            </label>
            <button type="submit" name="change" value="make">
              {texts.make}
            </button>
          </form>
          {links.length === 0 && <p>{problem ?? texts.none}</p>}
          <ul className="desk-groups">
            {links.map(({ name, title, url, hasSubpages, until }) => (
              <li key={name}>
                <form className="desk-query" method="post" action={action}>
                  <input type="hidden" name="name" value={name} />
                  <label>
                    <b>{title}</b>
                    <input readOnly dir="ltr" autoComplete="off" spellCheck={false} value={url} />
                  </label>
                  <button type="submit" name="change" value="revoke" aria-label={`${texts.revoke}: ${title}`}>
                    {texts.revoke}
                  </button>
                </form>
                <p>{[texts.until(until.text), ...(hasSubpages ? [texts.withSubpages] : [])].join(' · ')}</p>
              </li>
            ))}
          </ul>
          {links.length > 1 && (
            <form className="desk-query" method="post" action={action}>
              <button type="submit" name="change" value="revoke-all">
                {texts.revokeAll}
              </button>
            </form>
          )}
        </>
      )}
    </section>
  )
}
