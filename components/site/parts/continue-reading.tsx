import { addBasePath } from '@/lib/base-path'
import type { Messages } from '@/messages/languages'

const SCRIPT = '/continue-reading.js'

/**
 * A link to the page that the reader last left unfinished. The script is not deferred: it shows the link before what follows is painted, so
 * that nothing moves.
 */
export function ContinueReading({ texts }: { texts: Messages['continueReading'] }) {
  return (
    <>
      <link rel="stylesheet" href={addBasePath('/continue-reading.css')} precedence="default" />
      <p className="continue-reading" suppressHydrationWarning hidden>
        {texts.label} {/* biome-ignore lint/a11y/useAnchorContent: hidden until the script names a page */}
        <a className="link" href={addBasePath('/')} dir="auto" />
        {/* Outside of a form, this type does nothing. `islands/early.ts` would hold clicks on "button". */}
        <button type="reset" aria-label={texts.remove} title={texts.remove} />
      </p>
      <script src={addBasePath(SCRIPT)} />
    </>
  )
}

/** The script that keeps in the browser where a reader left a page. */
export const KeepReading = () => <script defer src={addBasePath(SCRIPT)} />
