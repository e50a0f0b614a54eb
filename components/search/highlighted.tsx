const MARKED = /<mark>([\s\S]*?)<\/mark>/
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Renders a highlighted text of a search result. Only its `<mark>` elements are markup; any other tag is shown as text. */
export function Highlighted({ text }: { text: string }) {
  return text.split(MARKED).map((piece, index) => {
    const plain = piece.replace(ENTITY, (entity, name: string) => CHARACTERS[name] ?? entity)
    // Every second piece was inside a mark, and pieces never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return index % 2 === 1 ? <mark key={index}>{plain}</mark> : plain
  })
}
