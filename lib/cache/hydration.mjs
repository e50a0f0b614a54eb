/** Where the stream of hydration data was cut into scripts; joined, it means the same. */
const SEAM = '"])</script><script>self.__next_f.push([1,"'

/** Texts that the document shows anyway, between the marks that `lib/page/detached.ts` puts around them. */
const DETACHED = /\uFDD0[^\uFDD0\uFDD1]*\uFDD1/g

/**
 * The same document without the second copy of its texts in the hydration data. A document whose marks do not pair is left as it is.
 * @param {string} html
 */
export function withoutDetachedTexts(html) {
  if (!html.includes('\uFDD0')) return html
  const stripped = html.replaceAll(SEAM, '').replace(DETACHED, '')
  return /[\uFDD0\uFDD1]/.test(stripped) ? html : stripped
}
