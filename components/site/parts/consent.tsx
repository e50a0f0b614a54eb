import { addBasePath } from '@/lib/base-path'
import type { Analytics } from '@/lib/third-parties'
import type { Messages } from '@/messages/languages'
import { createDataAttributes } from '../data-attributes'

/** The page must not move while the style sheet of the banner loads. */
const OVER_PAGE = { position: 'fixed', insetInline: 0, insetBlockEnd: 0, zIndex: 25 } as const

/** The banner that asks before analytics that set cookies are loaded. `public/consent.js` shows it to visitors who have not decided. */
export function Consent({ analytics: { script }, texts }: { analytics: Analytics; texts: Messages['consent'] }) {
  return (
    <section className="site-consent" aria-label={texts.settings} style={OVER_PAGE} hidden>
      <p>{texts.text}</p>
      <div>
        {/* Outside of a form, this type does nothing. `islands/early.ts` would hold clicks on "button" until the page's script has loaded. */}
        <button type="reset" value="yes">
          {texts.accept}
        </button>
        <button type="reset" value="no">
          {texts.decline}
        </button>
      </div>
      <script
        defer
        src={addBasePath('/consent.js')}
        data-script={addBasePath('/visits.js')}
        data-styles={addBasePath('/consent.css')}
        data-src={script?.src}
        {...createDataAttributes(script?.data ?? {})}
      />
    </section>
  )
}

/** Shows the banner again. `public/consent.js` shows this button, whose type has the same reason as those of the banner. */
export const ConsentSettings = ({ label }: { label: string }) => (
  <button type="reset" className="consent-settings" hidden>
    {label}
  </button>
)
