const MARKED = /<mark>([\s\S]*?)<\/mark>/
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Text in which an index marked what it found. Its marks are the only markup; whatever else looks like some is text. */
export function Highlighted({ text }: { text: string }) {
  return text.split(MARKED).map((piece, index) => {
    const words = piece.replace(ENTITY, (entity, name: string) => CHARACTERS[name] ?? entity)
    // Every second piece was between marks, and pieces never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return index % 2 === 1 ? <mark key={index}>{words}</mark> : words
  })
}
