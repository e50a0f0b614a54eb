import { codeBlock, divider } from '../../blocks'
import { h2, p, q, ul } from '../../prose'
import { ines, teodor } from '../people'
import type { Article } from './article'

export const whyColophon: Article = {
  title: 'Why it is called Colophon',
  slug: 'why-it-is-called-colophon',
  description: 'The last page of a book is where its makers say who they are.',
  tags: ['Writing', 'Typography'],
  date: '2026-03-10',
  icon: '🏛️',
  by: ines,
  body: [
    p(
      'Colophon was a city in Ionia. Its cavalry was so good, it is told, that whichever side it joined won the battle; and so the Greeks said *to put a colophon to it* when they meant: to bring it to its end. Printers took the word for the last lines of a book.',
    ),
    p(
      'Those lines are modest. They say that the type was set by such a person in such a town, in a face cut by another, on paper from a certain mill, and that the work was finished on a certain day. Sometimes they ask the reader’s pardon for the errors.',
    ),
    h2('What it promises'),
    p(
      'A colophon promises that somebody was responsible. Not a brand, not a platform: a compositor who can be named, and who cared whether the lines were even.',
    ),
    p(
      'Most websites end with a row of gray links. We wanted to make one that could end with a colophon, and mean it. For that, three things must be true.',
    ),
    ...ul(
      '**It is finished.** A page is made before the reader asks for it, and arrives whole.',
      '**It is signed.** What was changed, when, and by which hand, can be known.',
      '**It is kept.** The address that was printed somewhere goes on working.',
    ),
    divider(),
    p('The software is called after the note, then, rather than the city. But we like the cavalry, too.'),
  ],
}

export const addresses: Article = {
  title: 'An address is a promise',
  slug: 'an-address-is-a-promise',
  description: 'Links outlive the moods of those who name pages. What we do so that they keep working.',
  tags: ['Web'],
  date: '2026-05-19',
  icon: '📮',
  by: teodor,
  body: [
    p(
      'Somebody wrote your page’s address on a blackboard. Somebody else put it into a thesis, and a third person into the instructions that are glued to the back of a machine. None of them will be told when you rename the page.',
    ),
    h2('Three ways to break it'),
    ...ul(
      '**Renaming.** The title improves, and the address, which is made from it, improves along.',
      '**Moving.** A page goes from one folder to another, and takes its address with it.',
      '**Colliding.** A new page wants the same address, and gets it, because it came last.',
    ),
    p(
      'All three are small, well-meant acts. That is why a rule against them does not help. The software has to keep the promise for you.',
    ),
    h2('How it is kept'),
    p(
      'The site remembers every address that a public page ever had. When a page’s address changes, the old one begins to redirect, permanently. When two pages want one address, the older keeps it. When a page is deleted, the address says so, with the status that the web has for this purpose and hardly anybody uses:',
    ),
    codeBlock('HTTP', 'GET /opening-hours HTTP/1.1\n\nHTTP/1.1 410 Gone'),
    p(
      'There is one exception. An address never reveals a page that you may not read. For a page that has become private, the old address behaves as if it had never been anything. A promise to readers must not break a promise to writers.',
    ),
    q('The web is a library in which every book may be moved at night. Be the librarian who leaves a note.'),
  ],
}

export const quietParts: Article = {
  title: 'The quiet parts',
  slug: 'the-quiet-parts',
  description: 'Empty lists, wrong turns and closed doors are pages, too.',
  tags: ['Web', 'Writing'],
  date: '2026-09-08',
  icon: '🌫️',
  by: ines,
  body: [
    p(
      'Every site has pages that nobody designs. The list with nothing in it. The search that found nothing. The address that leads nowhere. They are written last, by whoever is still awake, and they are read by people who are already a little lost.',
    ),
    h2('Say what happened'),
    p(
      '*Something went wrong* is not a sentence, it is a shrug. Say which thing, as far as you know it. “There is no page at this address” is plain. “This list is empty” is plain. If it is your fault, say that, too.',
    ),
    h2('Say what to do'),
    p(
      'One thing, at most two. A search field. A link upwards. The time at which to try again. A page that offers eleven ways out offers none.',
    ),
    h2('Do not entertain'),
    p(
      'A joke on an error page is funny once. The reader who meets it for the third time, on a slow train, is not your audience any more.',
    ),
    h2('Do not tell secrets'),
    p(
      '“You are not allowed to see *Plans for the merger*” tells everything that matters. To a reader who may not open it, a closed page must look the same as no page at all.',
    ),
    q('Politeness is design for the worst moment.'),
  ],
}
