import { type Drawing, drawing, dust, ink, letters, paper, range, rect, red, rule, shade } from './svg'

const label = (text: string, x: number, y: number, fill = ink) =>
  letters(text, x, y, { size: 26, anchor: 'middle', fill, italic: true })

/** How a page travels: workspace, snapshot, index, page view, reader. */
export function figureFlow(): Drawing {
  const names = ['workspace', 'snapshot', 'index', 'page view', 'reader']
  const parts = names.flatMap((name, index) => {
    const x = 60 + index * 276
    const own = index === 1
    return [
      rect(x, 110, 180, 220, own ? red : ink),
      rect(x + 8, 118, 164, 204, paper),
      ...range(6).map((line) =>
        rect(x + 32, 150 + line * 28, line === 5 ? 60 : 116, 8, own && line === 0 ? red : dust),
      ),
      label(name, x + 90, 385, own ? red : ink),
      ...(index < 4
        ? [rule(x + 192, 220, x + 256, 220, ink, 3), `<path d="M${x + 250} 210l18 10l-18 10z" fill="${ink}"/>`]
        : []),
    ]
  })
  return drawing(1400, 440, paper, parts)
}

/** The lines by which a letter is measured. */
export function figureAnatomy(): Drawing {
  const levels = [
    { y: 241, name: 'ascender' },
    { y: 300, name: 'x-height' },
    { y: 400, name: 'baseline' },
    { y: 450, name: 'descender' },
  ]
  const guides = levels.flatMap(({ y, name }) => [
    rule(60, y, 1190, y, name === 'baseline' ? red : dust, name === 'baseline' ? 3 : 2),
    letters(name, 1340, y + 8, { size: 28, anchor: 'end', italic: true, fill: name === 'baseline' ? red : ink }),
  ])
  return drawing(1400, 560, paper, [...guides, letters('Typography', 80, 400, { size: 216 })])
}

/** The same words broken line by line, and broken as a whole: how uneven the spaces are. */
export function figureJustify(): Drawing {
  const greedy = [9, 30, 12, 44, 11, 26, 10]
  const whole = [17, 20, 18, 22, 19, 21, 18]
  const block = (x: number, gaps: number[], fill: string) =>
    gaps.flatMap((gap, line) => {
      const words = 6
      const length = (560 - gap * (words - 1)) / words
      return range(words).flatMap((word) => {
        const left = x + word * (length + gap)
        const space = word < words - 1 && gap > 24 ? [rect(left + length, 90 + line * 46, gap, 22, fill)] : []
        return [rect(left, 90 + line * 46, length, 22, ink), ...space]
      })
    })
  return drawing(1400, 500, paper, [
    ...block(100, greedy, red),
    ...block(740, whole, shade),
    label('line by line', 380, 460),
    label('the paragraph as a whole', 1020, 460),
  ])
}

/** Boxes, glue and penalties: a line as the algorithm sees it. */
export function figureBoxes(): Drawing {
  const widths = [150, 70, 210, 120, 180, 96, 160]
  const parts: string[] = []
  let x = 75
  for (const [index, size] of widths.entries()) {
    parts.push(rect(x, 120, size, 90, ink))
    x += size
    if (index === widths.length - 1) break
    const coil = range(5).map((turn) => `l6 ${turn % 2 === 0 ? -36 : 36}`)
    parts.push(`<path d="M${x + 7} 183${coil.join('')}" fill="none" stroke="${red}" stroke-width="4"/>`)
    x += 44
  }
  return drawing(1400, 340, paper, [
    ...parts,
    rule(75, 250, x, 250, dust, 3),
    rule(75, 240, 75, 260, dust, 3),
    rule(x, 240, x, 260, dust, 3),
    label('the measure', (75 + x) / 2, 298),
  ])
}
