/** An option in its color. */
export function Tag({ text, color }: { text: string; color?: string }) {
  return <span className={color === undefined ? 'tag' : `tag tag-${color}`}>{text}</span>
}
