import { image } from '../media'
import type { PageNode } from '../nodes'
import { database, row } from '../pages'
import { p, q } from '../prose'
import { art } from './files'

interface Specimen {
  title: string
  kind: string
  year: number
  picture: Parameters<typeof art>[0]
  alt: string
  words: string[]
  aside?: string
}

const specimen = ({ title, kind, year, picture, alt, words, aside }: Specimen): PageNode =>
  row(
    title,
    { Kind: kind, 'Since about': year, Slug: `specimens/${title.toLowerCase().replaceAll(' ', '-')}` },
    [
      image(art(picture), { alt, width: 900, ratio: 2 / 3, spread: 'page' }),
      ...words.map(p),
      ...(aside ? [q(aside)] : []),
    ],
    { cover: art(picture) },
  )

const rows = [
  specimen({
    title: 'Ampersand',
    kind: 'Sign',
    year: 79,
    picture: 'specimen-ampersand.webp',
    alt: 'A large italic ampersand in red.',
    words: [
      'Two letters, *e* and *t*, written so often together that they became one. A scratched one survives on a wall in Pompeii. The italic form still shows both letters; the roman form has forgotten.',
      'Use it in names and in tight places. In running text, *and* reads better.',
    ],
    aside: 'And, per se, and: the letter that was the alphabet’s last.',
  }),
  specimen({
    title: 'Figures',
    kind: 'Numerals',
    year: 1480,
    picture: 'specimen-figures.webp',
    alt: 'The ten figures twice: upright and heavy, and light and italic in red.',
    words: [
      'Figures keep two kinds of company. Among words they should have words’ manners: different heights, a relaxed step. In columns they should stand in line, each as wide as the next, so that a sum can be read downwards.',
      'A good typeface brings both. A good page knows which is wanted.',
    ],
  }),
  specimen({
    title: 'Ligatures',
    kind: 'Letters',
    year: 1455,
    picture: 'specimen-ligatures.webp',
    alt: 'The words affine, office, fjord and waffle, in light letters on black.',
    words: [
      'In *office*, the hood of the f would strike the dot of the i. In metal that broke the type, and so founders cast the two as one piece. The danger is gone, the courtesy stayed.',
      'Search ignores them: looking for *office* finds the word whether its letters are joined or not.',
    ],
  }),
  specimen({
    title: 'Quotation marks',
    kind: 'Sign',
    year: 1510,
    picture: 'specimen-quotes.webp',
    alt: 'Curled quotation marks in black, and angled ones in red.',
    words: [
      'English “like this”, French « comme ceci », German „so“, Chinese 「如此」. They began as marks in the margin, pointing at what was worth remembering.',
      'The straight ones on the keyboard are a typewriter’s compromise. They belong in code.',
    ],
  }),
  specimen({
    title: 'Weights',
    kind: 'Letters',
    year: 1815,
    picture: 'specimen-weights.webp',
    alt: 'The letter a in five weights, from hairline to poster.',
    words: [
      'For three and a half centuries there was one weight: the letter. Then came posters, and shouting. Today a single file holds every step from hair to slab, and the browser picks the one that was asked for.',
      'This site uses two. One for reading, and one, a little heavier, for what should be found.',
    ],
  }),
  specimen({
    title: 'Fleuron',
    kind: 'Ornament',
    year: 1505,
    picture: 'specimen-fleuron.webp',
    alt: 'A flower of twelve leaves, every third one red, in a thin ring.',
    words: [
      'Printers’ flowers are the oldest ornaments that were cast like letters, and so they could be set like letters: in rows, in borders, in whole carpets. The cover of this handbook is a carpet.',
      'One flower, alone on a line, says that a chapter has ended.',
    ],
  }),
]

export const specimens = database('Specimens', {
  key: 'specimens',
  icon: '🔤',
  fullPage: true,
  description: 'Six things from the type case, and what they are for.',
  schema: {
    Name: { type: 'title' },
    Kind: {
      type: 'select',
      options: { Letters: 'brown', Numerals: 'blue', Sign: 'red', Ornament: 'purple' },
    },
    'Since about': { type: 'number' },
    Slug: { type: 'text' },
  },
  hidden: { Slug: 'hide' },
  views: [
    {
      type: 'gallery',
      name: 'Case',
      show: ['Name', 'Kind'],
      cover: 'page_cover',
      coverSize: 'medium',
      coverAspect: 'cover',
    },
    { type: 'table', name: 'By age', show: ['Name', 'Kind', 'Since about'], sort: [['Since about', 'ascending']] },
  ],
  rows,
  results: false,
})
