/** Where the stream of hydration data was cut into scripts; joined, it means the same. */
const SEAM = '"])</script><script>self.__next_f.push([1,"'

/** A script of hydration data. No `<` of the data stands in it as it is. */
const FLIGHT = /<script>self\.__next_f\.push\(\[1,"[^<]*"\]\)<\/script>/g

/** Texts that the document shows anyway, between the marks that `lib/page/detached.ts` puts around them. */
const DETACHED = /\uFDD0[^\uFDD0\uFDD1]*\uFDD1/g

/** A property that is not there, which React would write down. Within a text its quotes are escaped once more. */
const ABSENT = /,\\"[\w-]+\\":\\"\$undefined\\"/g

/** A row that asks the browser for a file ahead of time, which the document's head did before. */
const HINT = /(?<=[^\\]\\n):H[A-Z]\[(?:[^\\[\]]|\\")*\]\\n/g

/** Matches nowhere. */
const NOTHING = /$^/

/** A text that stands by its length in bytes, as it is. */
const COUNTED = /[0-9a-f]:T[0-9a-f]+,/

/**
 * The same document without what its hydration data says twice or for nothing: the texts that the markup shows, properties
 * that are not there, and files that its head asks for. A document with marks that do not pair, or that stand elsewhere, is left as it is.
 * @param {string} html
 */
export function withSlimHydration(html) {
  const joined = html.replaceAll(SEAM, '')
  const isCounted = COUNTED.test(joined)
  const [absent, hints] = isCounted ? [NOTHING, NOTHING] : [ABSENT, HINT]
  const slim = joined.replace(FLIGHT, (script) => script.replace(DETACHED, '').replace(absent, '').replace(hints, ''))
  return /[\uFDD0\uFDD1]/.test(slim) ? html : slim
}
