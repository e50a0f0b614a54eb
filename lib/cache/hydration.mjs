/** Where the stream of hydration data was cut into scripts; joined, it means the same. */
const SEAM = '"])</script><script>self.__next_f.push([1,"'

/** A script of hydration data. No `<` of the data stands in it as it is. */
const FLIGHT = /<script>self\.__next_f\.push\(\[1,"[^<]*"\]\)<\/script>/g

/** Texts that the document shows anyway, between the marks that `lib/page/detached.ts` puts around them. */
const DETACHED = /\uFDD0[^\uFDD0\uFDD1]*\uFDD1/g

/**
 * The same document without the second copy of its texts in the hydration data. A document with marks that do not pair, or that
 * stand elsewhere, is left as it is.
 * @param {string} html
 */
export function withoutDetachedTexts(html) {
  if (!html.includes('\uFDD0')) return html
  const stripped = html.replaceAll(SEAM, '').replace(FLIGHT, (script) => script.replace(DETACHED, ''))
  return /[\uFDD0\uFDD1]/.test(stripped) ? html : stripped
}
