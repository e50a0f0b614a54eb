import { circle, type Drawing, drawing, dust, ink, letters, paper, range, red, ring, shade } from './svg'

const width = 900
const height = 600

const caption = (text: string, fill = ink) => letters(text, 48, 556, { size: 24, fill, spacing: 1 })

export function specimenAmpersand(): Drawing {
  return drawing(width, height, paper, [
    letters('&amp;', 450, 460, { size: 520, anchor: 'middle', italic: true, fill: red }),
    caption('et, et, et'),
  ])
}

export function specimenNumerals(): Drawing {
  return drawing(width, height, shade, [
    letters('1234567890', 450, 270, { size: 150, anchor: 'middle', weight: 600 }),
    letters('1234567890', 450, 430, { size: 150, anchor: 'middle', italic: true, weight: 300, fill: red }),
    caption('ten figures, two voices'),
  ])
}

export function specimenLigatures(): Drawing {
  const words = ['affine', 'office', 'fjord', 'waffle']
  return drawing(width, height, ink, [
    ...words.map((word, index) =>
      letters(word, 60 + (index % 2) * 410, 240 + Math.floor(index / 2) * 190, { size: 150, fill: paper }),
    ),
    caption('joined where they would collide', dust),
  ])
}

export function specimenQuotes(): Drawing {
  return drawing(width, height, paper, [
    letters('“', 250, 500, { size: 440, anchor: 'middle' }),
    letters('”', 650, 500, { size: 440, anchor: 'middle' }),
    letters('«', 250, 450, { size: 300, anchor: 'middle', fill: red }),
    letters('»', 650, 450, { size: 300, anchor: 'middle', fill: red }),
    caption('four ways to begin to speak'),
  ])
}

export function specimenWeights(): Drawing {
  return drawing(width, height, shade, [
    ...[200, 300, 400, 600, 900].map((weight, index) =>
      letters('a', 90 + index * 160, 380, { size: 300, weight, fill: weight === 400 ? red : ink }),
    ),
    caption('from hair to poster'),
  ])
}

export function specimenFleuron(): Drawing {
  const petals = range(12).map((step) => {
    const turn = `rotate(${step * 30} 450 290)`
    const fill = step % 3 === 0 ? red : ink
    return `<path transform="${turn}" d="M450 270c-46-60-46-130 0-190c46 60 46 130 0 190z" fill="${fill}"/>`
  })
  return drawing(width, height, paper, [
    ...petals,
    circle(450, 290, 24, paper),
    ring(450, 290, 226, dust, 2),
    caption('the oldest ornament in the case'),
  ])
}

/** The site's mark: a pilcrow in a ring. */
export function mark(): Drawing {
  return drawing(256, 256, paper, [
    ring(128, 128, 112, red, 10),
    letters('¶', 132, 186, { size: 170, anchor: 'middle', weight: 600 }),
  ])
}
