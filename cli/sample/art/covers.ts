import {
  circle,
  createRandomNumbers,
  type Drawing,
  drawing,
  dust,
  ink,
  letters,
  paper,
  range,
  rect,
  red,
  ring,
  rule,
  shade,
  shape,
} from './svg'

const width = 1600
const height = 560

/** One printer's ornament in a square cell: quarters, leaves, dots and bars, as a compositor would combine them. */
function drawOrnament(kind: number, x: number, y: number, size: number, fill: string): string {
  const half = size / 2
  switch (kind) {
    case 0:
      return shape(`M${x} ${y}h${size}a${size} ${size} 0 0 1-${size} ${size}z`, fill)
    case 1:
      return shape(`M${x + size} ${y + size}h-${size}a${size} ${size} 0 0 1 ${size}-${size}z`, fill)
    case 2:
      return shape(`M${x} ${y}q${size} 0 ${size} ${size}q-${size} 0-${size}-${size}z`, fill)
    case 3:
      return shape(`M${x + size} ${y}q0 ${size}-${size} ${size}q0-${size} ${size}-${size}z`, fill)
    case 4:
      return circle(x + half, y + half, half * 0.62, fill)
    case 5:
      return ring(x + half, y + half, half * 0.52, fill, size * 0.16)
    case 6:
      return range(4)
        .map((bar) => rect(x, y + (bar * size) / 4 + size / 16, size, size / 8, fill))
        .join('')
    default:
      return shape(`M${x + half} ${y}l${half} ${half}l-${half} ${half}l-${half}-${half}z`, fill)
  }
}

/** A forme of ornaments: the handbook's own cover. */
export function coverHome(): Drawing {
  const cell = 80
  const random = createRandomNumbers(41)
  const parts = range(width / cell).flatMap((column) =>
    range(height / cell).flatMap((line) => {
      const kind = Math.floor(random.next().value * 8)
      const tone = random.next().value
      const fill = tone < 0.1 ? red : tone < 0.62 ? ink : dust
      return random.next().value < 0.08 ? [] : [drawOrnament(kind, column * cell, line * cell, cell, fill)]
    }),
  )
  return drawing(width, height, paper, parts)
}

/** Lines of set type seen from far away, one word picked out. */
export function coverPublish(): Drawing {
  const random = createRandomNumbers(7)
  const parts = range(11).flatMap((line) => {
    const y = 60 + line * 42
    const bars: string[] = []
    let x = 120
    while (x < width - 160) {
      const length = 26 + Math.floor(random.next().value * 120)
      const end = Math.min(x + length, width - 120)
      const chosen = line === 4 && bars.length === 6
      bars.push(rect(x, y, end - x, 16, chosen ? red : line < 2 ? dust : ink))
      x = end + 14
    }
    return line === 10 ? bars.slice(0, 5) : bars
  })
  return drawing(width, height, paper, parts)
}

/** A row of arches, one of them closed. */
export function coverProtect(): Drawing {
  const arch = (x: number, y: number, size: number, fill: string) =>
    shape(`M${x} ${y}v-${size}a${size / 2} ${size / 2} 0 0 1 ${size} 0v${size}z`, fill)
  const parts = range(7).flatMap((index) => {
    const x = 100 + index * 205
    const shut = index === 4
    const nest = range(4).map((step) => {
      const size = 170 - step * 40
      return arch(x + step * 20, 460, size, step % 2 === 0 ? (shut ? red : ink) : paper)
    })
    return shut ? [arch(x, 460, 170, red), circle(x + 85, 330, 18, paper), rect(x + 79, 335, 12, 44, paper)] : nest
  })
  return drawing(width, height, shade, [...parts, rect(0, 460, width, 4, ink)])
}

/** A big ampersand over ruled paper. */
export function coverJournal(): Drawing {
  const lines = range(14).map((line) => rule(0, 40 + line * 40, width, 40 + line * 40, dust, 1))
  return drawing(width, height, paper, [
    ...lines,
    rule(400, 0, 400, height, red, 2),
    letters('&amp;', 560, 470, { size: 560, italic: true, weight: 400 }),
    letters('&amp;', 1040, 470, { size: 560, weight: 300, fill: red }),
  ])
}
