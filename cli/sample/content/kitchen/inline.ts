import { bullet, text } from '../../blocks'
import {
  bold,
  type Color,
  code,
  customEmoji,
  databaseMention,
  date,
  equation,
  externalObjectMention,
  highlight,
  italic,
  link,
  linkMention,
  pageAddress,
  pageMention,
  strike,
  underline,
  userMention,
} from '../../inline'
import { repository } from '../../media'
import { page } from '../../pages'
import { h2, p } from '../../prose'
import { art } from '../files'
import { ines, teodor } from '../people'

const colors: Color[] = ['gray', 'brown', 'orange', 'yellow', 'teal', 'blue', 'purple', 'pink', 'red']

export const inlinePage = page(
  'Inline formats',
  {
    key: 'kitchen-inline',
    icon: '🖍️',
    attached: [repository('kitchen/repository', { owner: 'adobe-fonts', name: 'source-serif', updated: '2026-03-14' })],
  },
  [
    p('What can happen to words inside a paragraph.'),
    h2('Emphasis'),
    text([
      bold('Bold'),
      ', ',
      italic('italic'),
      ', ',
      strike('struck'),
      ', ',
      underline('underlined'),
      ', ',
      code('code'),
      ', and ',
      bold(italic(underline('all at once'))),
      '.',
    ]),
    text([
      'Code may be ',
      bold(code('bold')),
      ', and a ',
      link(bold('bold link'), pageAddress('kitchen-sink')),
      ' stays a link.',
    ]),
    h2('Colors'),
    text(colors.flatMap((color) => [highlight(color, color), ' '])),
    text(colors.flatMap((color) => [highlight(` ${color} `, `${color}_background`), ' '])),
    h2('Links'),
    bullet(['To a ', link('page of the site', pageAddress('faq'))]),
    bullet(['To a ', link('page elsewhere', 'https://example.com/colophon')]),
    bullet(['To a ', link('mailbox', 'mailto:hello@example.com'), ' and a ', link('telephone', 'tel:+15550100')]),
    h2('Mentions'),
    bullet(['A page: ', pageMention('design-notes')]),
    bullet(['A database: ', databaseMention('specimens')]),
    bullet(['People: ', userMention(ines), ' and ', userMention(teodor)]),
    bullet(['A day: ', date('2026-11-20')]),
    bullet(['A moment: ', date('2026-11-20 09:30', undefined, 'Europe/Lisbon')]),
    bullet(['A span of days: ', date('2026-11-20', '2026-11-23')]),
    bullet(['A span of time: ', date('2026-11-20 09:30', '2026-11-20 17:00', 'Europe/Lisbon')]),
    bullet([
      'A link with a card: ',
      linkMention({
        href: 'https://example.com/how-type-is-made',
        title: 'How type is made',
        description: 'A walk through a foundry, from drawing to punch to matrix to letter.',
        icon_url: art('mark.png'),
        thumbnail_url: art('specimen-weights.webp'),
        link_provider: 'Example',
      }),
    ]),
    bullet(['A repository: ', externalObjectMention('kitchen/repository')]),
    bullet(['An emoji of one’s own: ', customEmoji('pilcrow')]),
    h2('Equations'),
    text([
      'Euler’s ',
      equation('e^{i\\pi} + 1 = 0'),
      ' sits in the line, and so does ',
      equation('\\sum_{k=1}^{n} k = \\tfrac{n(n+1)}{2}'),
      '.',
    ]),
    h2('Small things that must survive'),
    p(
      'Fractions ½ ⅓ ¾, arrows ← ↑ → ↓, dashes – and —, an ellipsis…, a non-breaking space between 12 pt, soft hy\u00ADphens, and emoji made of several: 👩🏽‍🎨 👨‍👩‍👧 🏴‍☠️.',
    ),
    p('中文、日本語、한국어, العربية, עברית, ελληνικά, кириллица, देवनागरी in one line.'),
    text(['A', ',', 'B', ',', 'C: commas that are pieces of their own.']),
    p('Markup that is only text: <b>not bold</b>, &amp; not an ampersand, <script>not a script</script>.'),
  ],
)
