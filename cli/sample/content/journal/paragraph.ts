import { codeBlock, columns, divider, equationBlock } from '../../blocks'
import { image } from '../../media'
import type { Node } from '../../nodes'
import { fold, grid, h2, h3, note, ol, p, q, ul } from '../../prose'
import { art } from '../files'
import { teodor } from '../people'
import type { Article } from './article'
import * as snippets from './snippets'

const opening: Node[] = [
  p(
    'A paragraph looks as if it had fallen into place by itself. It has not. Between the words and the straight right edge stands a small problem of optimisation, and one of the most beautiful algorithms that ever left the laboratory to work in a print shop.',
  ),
  p(
    'This is its story: what a compositor did by hand, what machines did badly, what Donald Knuth and Michael Plass did about it in 1981, and what your browser does today.',
  ),
  h2('What the hand knew'),
  p('Set a line of metal type. The last word does not fit, or it fits and leaves a gap. You have three remedies:'),
  ...ol(
    'put thinner or thicker spaces between the words;',
    'divide the last word;',
    'go back and set the *previous* lines differently, so that this one comes out well.',
  ),
  p(
    'The third is the best, and the most expensive: the previous lines are standing already. A good compositor did it nevertheless, perhaps once on a page, when the alternative was a line full of holes.',
  ),
  p(
    'Holes are worse than they sound. When wide spaces happen to stand above one another, white *rivers* run down the page, and the eye follows the river instead of the line.',
  ),
  image(art('figure-anatomy.webp'), {
    alt: 'The word Typography on its guide lines, the baseline drawn in red.',
    caption: 'Before lines can be made even, letters must agree where a line is.',
    width: 1400,
    ratio: 0.4,
    spread: 'page',
  }),
]

const boxes: Node[] = [
  h2('Boxes, glue and penalties'),
  p(
    'The machine’s view of a paragraph is wonderfully poor. It knows nothing of meaning, and not even of letters. It sees three kinds of things.',
  ),
  ...ul(
    '**Boxes** have a width and cannot be changed: words, or parts of words.',
    '**Glue** is space. It has a natural width, can stretch a little, and can shrink a little less.',
    '**Penalties** are places where a line may be broken at a price: a hyphen costs something, a break after “Dr.” costs nearly everything.',
  ),
  image(art('figure-boxes.webp'), {
    alt: 'Seven black boxes with red springs between them, and below them a line that marks the measure.',
    caption: 'A line as the algorithm sees it. The springs are the spaces.',
    width: 1400,
    ratio: 340 / 1400,
    spread: 'page',
  }),
  p(
    'Let a line hold boxes and glue of total natural width $w$, on a measure $m$. Its glue can stretch by $Y$ and shrink by $Z$ in all. How hard must it be pulled or pressed? That is the **adjustment ratio**:',
  ),
  equationBlock(
    'r = \\begin{cases} \\dfrac{m - w}{Y} & \\text{if } w < m, \\\\[1ex] 0 & \\text{if } w = m, \\\\[1ex] \\dfrac{m - w}{Z} & \\text{if } w > m. \\end{cases}',
  ),
  p(
    'At $r = 0$ the line is perfect. At $r = 1$ every space has taken all the stretch that was planned for it. Below $r = -1$ it would have to be squeezed beyond what it allows, and the line is impossible.',
  ),
  p('A small deviation is invisible, a large one glares. So the ratio’s cube is taken, and called **badness**:'),
  equationBlock('b = 100\\,|r|^3'),
  note(
    '🧮',
    'A line stretched to a half of its allowance has badness $12.5$. Stretched fully, $100$. Stretched to twice its allowance, $800$. The eye agrees.',
  ),
]

const greedy: Node[] = [
  h2('Line by line'),
  p(
    'The simplest method fills a line until the next word does not fit, and starts another. It is quick, it needs no memory, and it is what nearly every screen did for forty years.',
  ),
  codeBlock('TypeScript', snippets.greedy, 'fill.ts'),
  p(
    'It cannot regret. A long word that falls at the wrong place makes its line bad, and nothing that came before can help. It takes the first remedy always, the second sometimes, and the third never.',
  ),
  p('Its cost is as low as can be: each of $n$ words is looked at once.'),
  equationBlock('T_{\\text{greedy}}(n) = \\Theta(n)'),
]

const whole: Node[] = [
  h2('The paragraph as a whole'),
  p(
    'Now let the machine regret. Do not ask how good a line is. Ask how good the *paragraph* is, and choose all its breaks together.',
  ),
  h3('Demerits'),
  p('Each line gets **demerits** for its badness $b$ and for the penalty $\\pi$ of the place where it ends:'),
  equationBlock(
    'd = \\begin{cases} (1 + b)^2 + \\pi^2 & \\text{if } \\pi \\ge 0, \\\\ (1 + b)^2 - \\pi^2 & \\text{if } \\pi < 0. \\end{cases}',
  ),
  p(
    'The square makes one terrible line count for more than several mediocre ones. The paragraph’s price is the sum over its lines, and the task is to find the break points $p_1 < p_2 < \\dots < p_k$ for which it is least:',
  ),
  equationBlock('D^{*} = \\min_{p_1 < \\dots < p_k} \\; \\sum_{i=1}^{k} d(p_{i-1}, p_i)'),
  h3('Why it is not hopeless'),
  p(
    'A paragraph of $n$ words can be broken in up to $2^{\\,n-1}$ ways. For a hundred words that is more than there are atoms in a human body, and nobody wants to wait for a paragraph.',
  ),
  p(
    'But the lines after a break do not care how the lines before it came about. Of all ways to arrive at one break, only the cheapest can be part of the best paragraph. This is Bellman’s *principle of optimality*, and it turns a forest into a table:',
  ),
  equationBlock('D(j) = \\min_{i < j} \\bigl( D(i) + d(i, j) \\bigr), \\qquad D(0) = 0'),
  codeBlock('Python', snippets.optimal, 'justify.py'),
  p(
    'The recursion looks at each pair of break points at most once, $O(n^2)$ in all. In practice a line holds a dozen words, everything longer is impossible at once, and what remains is almost as quick as the greedy method.',
  ),
  codeBlock('Haskell', snippets.fold, 'Cheapest.hs'),
  image(art('figure-justify.webp'), {
    alt: 'Two blocks of black bars. In the left one, three lines have wide red gaps; in the right one the gaps are even.',
    caption: 'The same words. Left, line by line, the worst spaces in red; right, as a whole.',
    width: 1400,
    ratio: 500 / 1400,
    spread: 'page',
  }),
  q('It is as though the last line could call up to the first, and ask it to move over a little.'),
]

const hyphens: Node[] = [
  h2('Dividing words'),
  p(
    'Every place where a word may be divided is one more possible break, and a narrow column needs them all. But where may it be divided? *Rec-ord* is a thing, *re-cord* is an act, and no rule of spelling knows which.',
  ),
  p(
    'Franklin Liang’s answer, in 1983, was a set of patterns that compete. Each says, for a few letters, how much it wants or forbids a break: odd numbers want, even ones forbid, and the highest wins. About four and a half thousand patterns find nearly nine in ten of a dictionary’s division points, and almost no false ones.',
  ),
  codeBlock('Rust', snippets.patterns, 'points.rs'),
  p(
    'In HTML you can help by hand. The soft hyphen marks a place at which a word *may* be divided, and is otherwise invisible:',
  ),
  codeBlock('HTML', snippets.markup),
]

const today: Node[] = [
  h2('What browsers do'),
  p(
    'For a long time: line by line. The reasons were respectable. Text flows around pictures that have not arrived yet; windows are resized thirty times a second; and a page may hold a hundred thousand words.',
  ),
  p('Lately they have begun to look ahead. Two words in a style sheet are enough:'),
  codeBlock('CSS', snippets.browser, 'text.css'),
  columns([
    [
      h3('pretty'),
      p(
        'Spends a little more time to avoid a last line of one short word, and, depending on the browser, evens out the lines before it.',
      ),
    ],
    [h3('balance'), p('Makes all lines about equally long. Meant for headings; the browser stops after a few lines.')],
  ]),
  h3('Does one see it?'),
  p(
    'We set twelve hundred paragraphs of ninety random words each, both ways and without hyphens, and measured how far the spaces were stretched. A line is *loose* when $r > 1$.',
  ),
  grid(
    [
      ['Method', 'Mean badness', 'Worst ratio', 'Loose lines'],
      ['Line by line', '288', '6.6', 'one in three'],
      ['As a whole', '34', '3.3', 'one in seventeen'],
    ],
    [200, 160, 150, 190],
  ),
  p(
    'Random words are harder to set than a language, so the numbers mean little by themselves. Their order has been the same for every text we tried.',
  ),
  codeBlock('Bash', snippets.tryIt),
  fold(
    'Why this site sets its text ragged on the right',
    p(
      'Because justification needs either a long measure or good hyphenation, and on a telephone there is neither. A ragged edge has one space, the same everywhere, and gives the eye a shape to hold on to. The algorithm is at work all the same: it chooses which lines end where.',
    ),
    p(
      'In a ragged paragraph the glue stands at the end of the line instead of between the words. Nothing else changes.',
    ),
  ),
]

const closing: Node[] = [
  h2('The moral'),
  p(
    'A compositor, a mathematician and a browser looked at the same problem and found the same remedy: *do not decide too early*. The price of a choice is known only when its consequences are.',
  ),
  p(
    'With $n$ choices there are $2^n$ futures, and one does not have to live through all of them. It is enough to remember, for each place where one might stand, the best way to have come there.',
  ),
  equationBlock(
    '\\underbrace{2^{\\,n-1}}_{\\text{all paragraphs}} \\;\\longrightarrow\\; \\underbrace{\\tfrac{n(n+1)}{2}}_{\\text{all lines}}',
  ),
  divider(),
  h3('Further reading'),
  ...ul(
    'Donald E. Knuth and Michael F. Plass, *Breaking Paragraphs into Lines*, Software: Practice and Experience 11, 1981.',
    'Franklin M. Liang, *Word Hy-phen-a-tion by Com-put-er*, Stanford, 1983.',
    'In this handbook: [[in-praise-of-the-margin]], [[design-notes]], and the [ligatures](ligatures) in the type case.',
  ),
]

export const paragraph: Article = {
  title: 'How a paragraph is set',
  slug: 'how-a-paragraph-is-set',
  description:
    'Boxes, glue, and the art of not deciding too early: what happens between the words and the straight right edge.',
  tags: ['Typography', 'Web'],
  date: '2026-11-10',
  icon: '¶',
  cover: art('cover-publish.webp'),
  by: teodor,
  body: [...opening, ...boxes, ...greedy, ...whole, ...hyphens, ...today, ...closing],
}
