import { rich } from '../../inline'
import { marked } from '../../markup'
import { audio, bookmark, drive, embed, file, image, pdf, repository, video } from '../../media'
import { page } from '../../pages'
import { h2, h3, note, p } from '../../prose'
import { art } from '../files'

export const mediaPage = page(
  'Pictures, sound and files',
  { key: 'kitchen-media', icon: '🖼️', cover: art('cover-home.webp'), coverPosition: 1 },
  [
    p('All of it comes from this site’s own files.'),
    h2('Pictures'),
    image(art('figure-anatomy.webp'), {
      alt: 'The word Typography on four guide lines.',
      caption: 'As wide as the text. Click it to see it large.',
      width: 1400,
      ratio: 0.4,
      spread: 'page',
    }),
    image(art('specimen-fleuron.webp'), {
      alt: 'A flower of twelve leaves.',
      caption: marked('At a width of its own, to the left, with a *formatted* caption.'),
      width: 320,
      ratio: 2 / 3,
      align: 'left',
    }),
    image(art('specimen-ampersand.webp'), { alt: 'A red ampersand.', width: 320, ratio: 2 / 3, align: 'right' }),
    image(art('specimen-weights.webp'), {
      alt: 'The letter a in five weights.',
      caption: 'https://example.com/weights',
      width: 480,
      ratio: 2 / 3,
      align: 'center',
    }),
    image(art('cover-publish.webp'), {
      alt: 'Lines of type seen from afar, one word in red.',
      width: 1600,
      ratio: 0.35,
      spread: 'full',
    }),
    h2('Sound'),
    audio(art('chime.wav')),
    h2('Files'),
    file(art('editors-checklist.txt'), 'editors-checklist.txt', '0.3 kB'),
    file(art('chime.wav'), 'chime.wav', '26 kB'),
    h2('A document'),
    pdf(art('specimen.pdf'), { caption: 'One page, written object by object.' }),
    h2('Bookmarks'),
    bookmark('https://example.com/', {
      title: 'Example domain',
      description: 'A domain kept for examples in documents like this one.',
      icon: art('mark.png'),
      cover: art('cover-journal.webp'),
    }),
    bookmark('https://example.com/without-a-card'),
  ],
)

export const embedsPage = page('Embeds', { key: 'embeds', icon: '🌍' }, [
  note(
    '⚠️',
    'What stands on this page is loaded from other people’s servers, unless the operator set `EMBEDS` to `click` or `off`.',
    'yellow_background',
  ),
  h2('Film'),
  video('https://www.youtube.com/watch?v=aqz-KE-bpKQ', {
    displaySource: 'https://www.youtube.com/embed/aqz-KE-bpKQ?rel=0',
    caption: rich('A film at YouTube, loaded when you ask for it.'),
  }),
  video('https://player.vimeo.com/video/1084537'),
  h2('Sketches and code'),
  h3('Figma'),
  embed(
    'figma',
    'https://www.figma.com/embed?embed_host=notion&url=https%3A%2F%2Fwww.figma.com%2Ffile%2FLKQ4FJ4bTnCSjedbRpk931%2FSample-File',
  ),
  h3('Excalidraw'),
  embed('excalidraw', 'https://excalidraw.com/#json=6WqNjXjX2h0Ls3qv5Rr8J,aaaaaaaaaaaaaaaaaaaaaa'),
  h3('CodePen'),
  embed('codepen', 'https://codepen.io/team/codepen/embed/PNaGbb', { height: 300 }),
  h3('Replit'),
  embed('replit', 'https://replit.com/@replit/Python?embed=true', { height: 320 }),
  h3('Gist'),
  embed('gist', 'https://gist.github.com/octocat/6cad326836d38bd3a7ae'),
  h2('Elsewhere'),
  h3('A post'),
  embed('tweet', 'https://twitter.com/jack/status/20'),
  h3('A map'),
  embed('maps', 'https://www.google.com/maps/place/Mainz', {
    displaySource: 'https://www.google.com/maps/embed/v1/place?q=Mainz',
    height: 320,
  }),
  h3('A form'),
  embed('typeform', 'https://form.typeform.com/to/AbCdEf12', { height: 420 }),
  h3('Any page'),
  embed('embed', 'https://example.com/', { height: 240 }),
  h3('A document in Google Drive'),
  drive({
    url: 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789/edit',
    title: 'Minutes, as kept before the workshop had a site',
    icon: art('mark.png'),
    thumbnail: art('cover-journal.webp'),
  }),
  h3('A repository'),
  repository('kitchen/card', { owner: 'adobe-fonts', name: 'source-serif', updated: '2026-03-14' }),
])
