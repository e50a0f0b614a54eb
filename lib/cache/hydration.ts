/** Where the stream of hydration data was cut into scripts; joined, it means the same. */
const SEAM = '"])</script><script>self.__next_f.push([1,"'

/** A script of hydration data. No `<` of the data stands in it as it is. */
const FLIGHT = /<script>self\.__next_f\.push\(\[1,"[^<]*"\]\)<\/script>/g

/** Texts that the document shows anyway, between the marks that `lib/page/text/detached.ts` puts around them. */
const DETACHED = /\uFDD0[^\uFDD0\uFDD1]*\uFDD1/g

/** A property that is not there, which React would write down. Within a text its quotes are escaped once more. */
const ABSENT = /,\\"[\w-]+\\":\\"\$undefined\\"/g

/** A row that asks the browser for a file ahead of time, which the document's head did before. */
const HINT = /(?<=[^\\]\\n):H[A-Z]\[(?:[^\\[\]]|\\")*\]\\n/g

/** The inside of a quoted text of the data: its own quotes are escaped twice, as what is in it is in a script. */
const TEXT = String.raw`(?:[^\\"<]|\\[^"\\]|\\\\(?:\\["\\]|[^\\"<]))*`

/** What the document tells search engines, for which the browser has no use. */
const TOLD = new RegExp(
  String.raw`(?<=\\"application/ld\+json\\",\\"dangerouslySetInnerHTML\\":\{\\"__html\\":\\")${TEXT}(?=\\"\})`,
  'g',
)

/** What its head contains for programs alone, such as the sites where it is shared: each with the comma after it. */
const SHARED = new RegExp(
  String.raw`\[\\"\$\\",\\"(?:meta\\",\\"\d+\\",\{\\"(?:property|name)\\":\\"(?:og|article|twitter):\w+|link\\",\\"\d+\\",\{\\"rel\\":\\"(?:alternate|manifest))\\"(?:,\\"\w+\\":\\"${TEXT}\\")+\}\],`,
  'g',
)

/** What the framework writes down once more for one of those sites, which reads the other words as well. */
const REPEATED = /<meta name="twitter:(?:title|description|image)"[^>]*>/g

/** A text that stands by its length in bytes, as it is. */
const COUNTED = /[0-9a-f]:T[0-9a-f]+,/

/**
 * The same document without what its hydration data says twice or for nothing: the texts that the markup shows, properties
 * that are not there, files that its head asks for, and what its head says twice. A document with marks that do not pair, or that stand elsewhere, is left as it is.
 */
export function withSlimHydration(html: string): string {
  const joined = html.replaceAll(SEAM, '').replace(REPEATED, '')
  // A text that stands by its length may hold what looks like any of these.
  const needless = COUNTED.test(joined) ? [] : [ABSENT, HINT, TOLD, SHARED]
  const slim = joined.replace(FLIGHT, (script) =>
    needless.reduce((left, each) => left.replace(each, ''), script.replace(DETACHED, '')),
  )
  return /[\uFDD0\uFDD1]/.test(slim) ? html : slim
}
