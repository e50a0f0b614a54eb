import { addBasePath } from '@/lib/base-path'
import type { Messages } from '@/messages/languages'

/** The buttons that change the size of the text, for the menu of a page. `public/text-size.js` makes them work. */
export function TextSize({ texts }: { texts: Messages['textSize'] }) {
  return (
    <>
      {/* Outside of a form, this type does nothing. `islands/early.ts` would hold clicks on "button". */}
      <button type="reset" data-text-size="1">
        {texts.larger}
      </button>
      <button type="reset" data-text-size="-1">
        {texts.smaller}
      </button>
      {/* React also runs an async script after a client-side navigation. */}
      <script async src={addBasePath('/text-size.js')} />
    </>
  )
}
