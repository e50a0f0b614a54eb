import { codeBlock } from '../../blocks'
import { image } from '../../media'
import { grid, h2, note, p, q, ul } from '../../prose'
import { art } from '../files'
import { ines, teodor } from '../people'
import type { Article } from './article'

export const snapshot: Article = {
  title: 'A website that waits for nobody',
  slug: 'a-website-that-waits-for-nobody',
  description: 'Why the site keeps its own copy of the workspace, and what that costs.',
  tags: ['Web', 'Workshop'],
  date: '2026-06-16',
  icon: '⏳',
  by: teodor,
  body: [
    p(
      'The obvious way to show a Notion page on the web is to fetch it when somebody asks. We built that first. It worked on good days.',
    ),
    h2('The arithmetic of waiting'),
    p(
      'Fetching a page takes some tenths of a second; a page with a database, more. If one page needs $n$ calls and each succeeds with probability $p$, the page succeeds with $p^n$. With twelve calls and a very decent 99.5 per cent, that is',
    ),
    p('$0.995^{12} \\approx 0.942$: one visitor in seventeen meets an error, through nobody’s fault.'),
    h2('Turning it round'),
    p(
      'So nobody asks any more. A patient process copies what changed; the site reads the copy. The visitor’s request and the workspace never meet.',
    ),
    image(art('figure-flow.webp'), {
      alt: 'The workspace, the snapshot in red, the index, the page view, the reader.',
      width: 1400,
      ratio: 440 / 1400,
      spread: 'page',
    }),
    grid(
      [
        ['', 'Asking each time', 'Keeping a copy'],
        ['A visitor waits for', 'Notion', 'nobody'],
        ['Notion is down', 'so is the site', 'no one notices'],
        ['An edit appears', 'at once', 'within a minute'],
        ['Ten thousand visitors cost', 'ten thousand fetches', 'one'],
      ],
      [220, 230, 230],
    ),
    h2('Writing it down safely'),
    p(
      'A copy is only good if it is whole. A file is written under another name first and then renamed, which either happens or does not:',
    ),
    codeBlock(
      'TypeScript',
      "import { rename, writeFile } from 'node:fs/promises'\n\nexport async function writeWhole(path: string, text: string): Promise<void> {\n  const aside = path + '.tmp'\n  await writeFile(aside, text, { flush: true })\n  await rename(aside, path)\n}",
    ),
    p(
      'The list of pages is renamed last. If the power fails between two pages, the list still names the old ones, and they are all there.',
    ),
    note(
      '⚖️',
      'What we gave up: the instant in which a typo, corrected, is corrected everywhere. With a [webhook](webhooks) it is a few seconds. We can live with a few seconds.',
    ),
  ],
}

export const margin: Article = {
  title: 'In praise of the margin',
  slug: 'in-praise-of-the-margin',
  description: 'White space is not what is left over. It is where the hand goes.',
  tags: ['Typography'],
  date: '2026-07-07',
  icon: '📏',
  by: ines,
  body: [
    p(
      'Take a book in your hand. Your thumb lies on the paper beside the text, and that is what the margin is for: it is the part of the page that belongs to the reader.',
    ),
    h2('Proportion'),
    p(
      'Old books give the text about half of the page’s area and leave the rest empty. It looks extravagant until you read for an hour. Jan Tschichold found a construction that medieval scribes may have used: on a page of proportion $2:3$, inner, top, outer and lower margins relate as',
    ),
    p('$2 : 3 : 4 : 6$,'),
    p('and the block of text is as high as the page is wide. Everything rhymes.'),
    h2('On a screen'),
    p(
      'Nobody holds a screen by its margin, except that everybody does: on a telephone the thumb lies exactly there. And the margin has got a new use. It holds what helps without being the text: contents, notes, the date.',
    ),
    ...ul(
      'Give the text its measure first, 65 to 75 characters. What remains is margin.',
      'On a narrow screen keep a little, even if it hurts. A line that touches the edge seems to fall off.',
      'Do not fill the margin because it is empty. It is not empty, it is quiet.',
    ),
    q('Leave room, and somebody will come to stay.'),
  ],
}

export const search: Article = {
  title: 'What a search box owes you',
  slug: 'what-a-search-box-owes-you',
  description: 'Five debts, and how to pay them.',
  tags: ['Web', 'Writing'],
  date: '2026-08-04',
  icon: '🔎',
  by: teodor,
  body: [
    p('A search box is the only place on a site where the reader speaks. It owes them something in return.'),
    h2('An answer before the question is finished'),
    p(
      'After three letters most intentions are clear. Results that come while one types feel less like asking and more like remembering.',
    ),
    h2('Forgiveness'),
    p(
      'People search for words they have heard, not seen. *Tipography*, *colofon*, *Tschichhold*: one letter off should still arrive. Two letters off should arrive only if nothing better does, or else every search finds everything.',
    ),
    h2('Evidence'),
    p('A title alone is a claim. The sentence in which the word stands is evidence. Show it, and mark the word.'),
    h2('Every language'),
    p(
      'Chinese writes no spaces, so a search that splits text at spaces sees one enormous word. The remedy is to ask the platform where words end:',
    ),
    codeBlock(
      'JavaScript',
      "const words = new Intl.Segmenter('zh', { granularity: 'word' })\nconst found = [...words.segment('排版的小规矩')]\n  .filter((part) => part.isWordLike)\n  .map((part) => part.segment)",
    ),
    h2('Discretion'),
    p(
      'The box must not gossip. If a closed page could push an open one from the third place to the fourth, the list would tell of the closed page. Two separate indexes are the simple cure.',
    ),
  ],
}
