/** The boundary between two scripts of hydration data. Next.js splits the stream anywhere, so removing it keeps the data unchanged. */
const SEAM = '"])</script><script>self.__next_f.push([1,"'

/** A script of hydration data. Next.js escapes every `<` in the data. */
const FLIGHT = /<script>self\.__next_f\.push\(\[1,"[^<]*"\]\)<\/script>/g

/** A property that is undefined, which React serializes. Inside a string its quotes would be escaped twice, so texts never match. */
const ABSENT = /,\\"[\w-]+\\":\\"\$undefined\\"/g

/** A preload hint of React, which the head of the document repeats. */
const HINT = /(?<=[^\\]\\n):H[A-Z]\[(?:[^\\[\]]|\\")*\]\\n/g

/** The content of a string in the data. Its quotes are escaped twice, because the data is a string in a script. */
const TEXT = String.raw`(?:[^\\"<]|\\[^"\\]|\\\\(?:\\["\\]|[^\\"<]))*`

/** The content of inline scripts, such as JSON-LD. React keeps the content that the document has. */
const INLINE_SCRIPTS = new RegExp(
  String.raw`(?<=\[\\"\$\\",\\"script\\",(?:null|\\"\d+\\"),\{(?:\\"type\\":\\"[^\\]*\\",)?\\"dangerouslySetInnerHTML\\":\{\\"__html\\":\\")${TEXT}(?=\\"\})`,
  'g',
)

/** Elements of the head for crawlers and feed readers, such as Open Graph tags, each with the comma after it. */
const HEAD_TAGS = new RegExp(
  String.raw`\[\\"\$\\",\\"(?:meta\\",\\"\d+\\",\{\\"(?:property|name)\\":\\"(?:og|article|twitter):[\w:]+|link\\",\\"\d+\\",\{\\"rel\\":\\"(?:alternate|manifest))\\"(?:,\\"\w+\\":\\"${TEXT}\\")+\}\],`,
  'g',
)

/** Twitter tags that repeat Open Graph tags, which Twitter reads as well. */
const REPEATED_TAGS = /<meta name="twitter:(?:title|description|image)[^"]*"[^>]*>/g

/** The start of a text that React serializes unescaped after its length in bytes. */
const RAW_TEXT = /[0-9a-f]:T[0-9a-f]+,/

/**
 * Removes redundant hydration data from a document: undefined properties, preload hints, and head elements that only crawlers and feed
 * readers use. Relies on the serialization of React and Next.js.
 */
export function removeRepeatedData(html: string): string {
  const joined = html.replaceAll(SEAM, '').replace(REPEATED_TAGS, '')
  // An unescaped text may contain anything that these expressions match.
  if (RAW_TEXT.test(joined)) return joined
  const needless = [ABSENT, HINT, INLINE_SCRIPTS, HEAD_TAGS]
  return joined.replace(FLIGHT, (script) => needless.reduce((left, each) => left.replace(each, ''), script))
}
