/** Returns a table in Markdown. */
export function createTable(heads: string[], rows: string[][]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.map((line) => line.replace(/ +/g, ' ')).join('\n')
}

/** Returns a text as code in the cell of a table. Line breaks become arrows; a bar would end the cell. */
export function quote(text: string): string {
  if (text === '') return ''
  const line = text.replace(/\n+/g, ' ↵ ').replaceAll('|', '\\|')
  const fence = line.includes('``') ? '````' : line.includes('`') ? '``' : '`'
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}
