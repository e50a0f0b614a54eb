import { expect } from 'vitest'
import { type Row, rowsFor, type Section } from '../row'
import type { Raw } from '../support/maps'
import { drawn } from '../support/rows'
import { attributes, one, showInView } from '../support/show'

const OUT = 'https://example.com/a'
const media = (type: string, source: string, format?: Record<string, unknown>): Raw => ({
  type,
  properties: { source },
  format,
})
const framed = (says: string, block: Raw, src: string): Omit<Row, 'id'> => ({
  says,
  holds: async () => {
    const { body, notes } = await showInView(block)
    expect(notes).toEqual([])
    expect(one(body, 'iframe').getAttribute('src')).toBe(src)
    expect(one(body, 'iframe').hasAttribute('sandbox')).toBe(true)
    expect(one(body, 'iframe').title).not.toBe('')
  },
})

export const MEDIA_BLOCKS: Section = {
  name: 'Types of block: what comes from files and elsewhere',
  rows: rowsFor({
    embed: framed('An embed is a sandboxed iframe with a title.', media('embed', `${OUT}/`), `${OUT}/`),
    replit: framed(
      'A Replit block embeds the embeddable address of the service.',
      media('replit', 'https://replit.com/@ada/engine'),
      'https://replit.com/@ada/engine?embed=true',
    ),
    tweet: framed(
      'A post is embedded from the page that its service provides for embeds.',
      media('tweet', 'https://twitter.com/ada/status/20'),
      'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20&theme=light',
    ),
    'tweet, width': drawn(
      'A tweet is 420 pixels wide, or as wide as its block if that is narrower.',
      [undefined, 600, 300].map((block_width) => media('tweet', 'https://x.com/ada/status/20', { block_width })),
      (body) =>
        expect(attributes(body, 'figure[data-post]', 'style')).toEqual(['width:420px', 'width:420px', 'width:300px']),
    ),
    maps: framed(
      'A map is an embed.',
      media('maps', 'https://www.google.com/maps/embed?pb=1'),
      'https://www.google.com/maps/embed?pb=1',
    ),
    pdf: {
      because:
        'Browsers show no PDF in a sandboxed iframe, and without the sandbox the other site could navigate the page.',
      ...drawn('A PDF on another site is a link with its file name.', media('pdf', `${OUT}.pdf`), (body) => {
        expect(one(body, 'a').getAttribute('href')).toBe(`${OUT}.pdf`)
        expect(one(body, 'a').textContent).toContain('a.pdf')
        expect(body.querySelector('iframe, embed, object')).toBeNull()
      }),
    },
    'pdf, served by the site': {
      says: 'A PDF that the site serves itself is embedded.',
      holds: async () => {
        const fileAddress = () => '/files/00/a.pdf'
        const { body } = await showInView(media('pdf', `${OUT}.pdf`), {}, { fileAddress })
        expect(one(body, 'iframe, embed, object').outerHTML).toContain('"/files/00/a.pdf')
      },
    },
    figma: framed(
      'A Figma block embeds the embeddable address of the service.',
      media('figma', 'https://www.figma.com/file/1'),
      'https://www.figma.com/embed?embed_host=notion&url=https%3A%2F%2Fwww.figma.com%2Ffile%2F1',
    ),
    typeform: framed(
      'A Typeform embed does not take the focus.',
      media('typeform', 'https://a.typeform.com/to/b'),
      'https://a.typeform.com/to/b?disable-auto-focus=true',
    ),
    codepen: framed(
      'A CodePen block embeds the embeddable address of the service.',
      media('codepen', 'https://codepen.io/ada/pen/b'),
      'https://codepen.io/ada/embed/b',
    ),
    excalidraw: framed(
      'An Excalidraw drawing is an embed.',
      media('excalidraw', 'https://excalidraw.com/#json=1'),
      'https://excalidraw.com/#json=1',
    ),
    image: drawn(
      'An image is loaded lazily and has an alternative text.',
      { ...media('image', `${OUT}.png`), properties: { source: `${OUT}.png`, alt_text: 'A view' } },
      (body) => {
        const image = one(body, 'figure img')
        expect([image.getAttribute('src'), image.getAttribute('alt')]).toEqual([`${OUT}.png`, 'A view'])
      },
    ),
    gist: {
      says: 'A gist is a sandboxed iframe of its printable page, half as high as it is wide, with its author in the title.',
      holds: async () => {
        const address = 'https://gist.github.com/ada/0123456789abcdef'
        const { body, notes } = await showInView(media('gist', address))
        const iframe = one(body, 'iframe')
        expect(notes).toEqual([])
        expect([iframe.getAttribute('src'), iframe.title]).toEqual([`${address}.pibb`, 'Gist by ada'])
        expect(iframe.hasAttribute('sandbox')).toBe(true)
        expect(one(body, 'figure').innerHTML).toMatch(/aspect-ratio: ?2 \/ 1;/)
      },
    },
    'gist, without an id': drawn(
      'An address on the gist host without a gist’s id is a card that links to it.',
      media('gist', 'https://gist.github.com/ada'),
      (body) => {
        expect(body.querySelector('.block-embed')).toBeNull()
        expect(one(body, 'a').getAttribute('href')).toBe('https://gist.github.com/ada')
        expect(one(body, '.block-card-title').textContent).toBe('Gist by ada')
      },
    ),
    video: drawn('A video file plays in the browser’s own player.', media('video', `${OUT}.mp4`), (body) =>
      expect(one(body, 'video[controls]').getAttribute('src')).toBe(`${OUT}.mp4`),
    ),
    drive: drawn(
      'A Google Drive file is a card with its known details.',
      media('drive', '', { drive_properties: { url: 'https://drive.google.com/1', title: 'Minutes' } }),
      (body) => {
        expect(one(body, 'a').getAttribute('href')).toBe('https://drive.google.com/1')
        expect(one(body, '.block-card-title').textContent).toBe('Minutes')
      },
    ),
    audio: drawn('Audio plays in the browser’s own player.', media('audio', `${OUT}.mp3`), (body) =>
      expect(one(body, 'audio[controls]').getAttribute('src')).toBe(`${OUT}.mp3`),
    ),
    file: drawn(
      'A file is a link with its name and size.',
      { ...media('file', `${OUT}.txt`), properties: { source: `${OUT}.txt`, title: 'notes.txt', size: '3 kB' } },
      (body) => expect(one(body, `a[href="${OUT}.txt"]`).textContent).toBe('notes.txt3 kB'),
    ),
    bookmark: drawn(
      'A bookmark is a card with title, description, icon and picture, and consists of one link.',
      {
        type: 'bookmark',
        properties: { link: OUT, title: 'T', description: 'D' },
        format: { bookmark_icon: `${OUT}.ico`, bookmark_cover: `${OUT}.png` },
      },
      (body) => {
        expect([one(body, '.block-card-title').textContent, one(body, '.block-card-description').textContent]).toEqual([
          'T',
          'D',
        ])
        expect(attributes(body, 'img', 'src')).toEqual([`${OUT}.ico`, `${OUT}.png`])
        expect(one(body, 'a').getAttribute('href')).toBe(OUT)
      },
    ),
    external_object_instance: drawn(
      'A repository of GitHub is a card with its owner and when it changed.',
      {
        type: 'external_object_instance',
        format: {
          domain: 'github.com',
          original_url: 'https://github.com/ada/engine',
          attributes: [
            { id: 'title', values: ['engine'] },
            { id: 'owner', values: ['https://github.com/ada'] },
            { id: 'updated_at', values: [{ type: 'date', start_date: '2024-02-03' }] },
          ],
        },
      },
      (body) => {
        expect(one(body, 'a').getAttribute('href')).toBe('https://github.com/ada/engine')
        expect(one(body, '.block-card-title').textContent).toBe('engine')
        expect(one(body, '.block-card-description').textContent).toBe('ada · Feb 3, 2024')
      },
    ),
  }),
}
