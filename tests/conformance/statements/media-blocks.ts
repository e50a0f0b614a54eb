import { expect } from 'vitest'
import { createRows, type Row, type Section } from '../row'
import type { Raw } from '../support/maps'
import { checkCompleteBlock } from '../support/rows'
import { findOne, listAttributes, showInView } from '../support/show'

const OUT = 'https://example.com/a'
const createMedia = (type: string, source: string, format?: Record<string, unknown>): Raw => ({
  type,
  properties: { source },
  format,
})
const checkIframe = (statement: string, block: Raw, src: string): Omit<Row, 'id'> => ({
  statement,
  check: async () => {
    const { body, notes } = await showInView(block)
    expect(notes).toEqual([])
    expect(findOne(body, 'iframe').getAttribute('src')).toBe(src)
    expect(findOne(body, 'iframe').hasAttribute('sandbox')).toBe(true)
    expect(findOne(body, 'iframe').title).not.toBe('')
  },
})

export const MEDIA_BLOCKS: Section = {
  name: 'Types of block: what comes from files and elsewhere',
  rows: createRows({
    embed: checkIframe('An embed is a sandboxed iframe with a title.', createMedia('embed', `${OUT}/`), `${OUT}/`),
    replit: checkIframe(
      'A Replit block embeds the embeddable address of the service.',
      createMedia('replit', 'https://replit.com/@ada/engine'),
      'https://replit.com/@ada/engine?embed=true',
    ),
    tweet: checkIframe(
      'A post is embedded from the page that its service provides for embeds.',
      createMedia('tweet', 'https://twitter.com/ada/status/20'),
      'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20&theme=light',
    ),
    'tweet, width': checkCompleteBlock(
      'A tweet is 420 pixels wide, or as wide as its block if that is narrower.',
      [undefined, 600, 300].map((block_width) => createMedia('tweet', 'https://x.com/ada/status/20', { block_width })),
      (body) =>
        expect(listAttributes(body, 'figure[data-post]', 'style')).toEqual([
          'width:420px',
          'width:420px',
          'width:300px',
        ]),
    ),
    maps: checkIframe(
      'A map is an embed.',
      createMedia('maps', 'https://www.google.com/maps/embed?pb=1'),
      'https://www.google.com/maps/embed?pb=1',
    ),
    pdf: {
      reason:
        'Browsers show no PDF in a sandboxed iframe, and without the sandbox the other site could navigate the page.',
      ...checkCompleteBlock(
        'A PDF on another site is a link with its file name.',
        createMedia('pdf', `${OUT}.pdf`),
        (body) => {
          expect(findOne(body, 'a').getAttribute('href')).toBe(`${OUT}.pdf`)
          expect(findOne(body, 'a').textContent).toContain('a.pdf')
          expect(body.querySelector('iframe, embed, object')).toBeNull()
        },
      ),
    },
    'pdf, served by the site': {
      statement: 'A PDF that the site serves itself is embedded.',
      check: async () => {
        const fileAddress = () => '/files/00/a.pdf'
        const { body } = await showInView(createMedia('pdf', `${OUT}.pdf`), {}, { fileAddress })
        expect(findOne(body, 'iframe, embed, object').outerHTML).toContain('"/files/00/a.pdf')
      },
    },
    figma: checkIframe(
      'A Figma block embeds the embeddable address of the service.',
      createMedia('figma', 'https://www.figma.com/file/1'),
      'https://www.figma.com/embed?embed_host=notion&url=https%3A%2F%2Fwww.figma.com%2Ffile%2F1',
    ),
    typeform: checkIframe(
      'A Typeform embed does not take the focus.',
      createMedia('typeform', 'https://a.typeform.com/to/b'),
      'https://a.typeform.com/to/b?disable-auto-focus=true',
    ),
    codepen: checkIframe(
      'A CodePen block embeds the embeddable address of the service.',
      createMedia('codepen', 'https://codepen.io/ada/pen/b'),
      'https://codepen.io/ada/embed/b',
    ),
    excalidraw: checkIframe(
      'An Excalidraw drawing is an embed.',
      createMedia('excalidraw', 'https://excalidraw.com/#json=1'),
      'https://excalidraw.com/#json=1',
    ),
    image: checkCompleteBlock(
      'An image is loaded lazily and has an alternative text.',
      { ...createMedia('image', `${OUT}.png`), properties: { source: `${OUT}.png`, alt_text: 'A view' } },
      (body) => {
        const image = findOne(body, 'figure img')
        expect([image.getAttribute('src'), image.getAttribute('alt')]).toEqual([`${OUT}.png`, 'A view'])
      },
    ),
    gist: {
      statement:
        'A gist is a sandboxed iframe of its printable page, half as high as it is wide, with its author in the title.',
      check: async () => {
        const address = 'https://gist.github.com/ada/0123456789abcdef'
        const { body, notes } = await showInView(createMedia('gist', address))
        const iframe = findOne(body, 'iframe')
        expect(notes).toEqual([])
        expect([iframe.getAttribute('src'), iframe.title]).toEqual([`${address}.pibb`, 'Gist by ada'])
        expect(iframe.hasAttribute('sandbox')).toBe(true)
        expect(findOne(body, 'figure').innerHTML).toMatch(/aspect-ratio: ?2 \/ 1;/)
      },
    },
    'gist, without an id': checkCompleteBlock(
      'An address on the gist host without a gist’s id is a card that links to it.',
      createMedia('gist', 'https://gist.github.com/ada'),
      (body) => {
        expect(body.querySelector('.block-embed')).toBeNull()
        expect(findOne(body, 'a').getAttribute('href')).toBe('https://gist.github.com/ada')
        expect(findOne(body, '.block-card-title').textContent).toBe('Gist by ada')
      },
    ),
    video: checkCompleteBlock(
      'A video file plays in the browser’s own player.',
      createMedia('video', `${OUT}.mp4`),
      (body) => expect(findOne(body, 'video[controls]').getAttribute('src')).toBe(`${OUT}.mp4`),
    ),
    drive: checkCompleteBlock(
      'A Google Drive file is a card with its known details.',
      createMedia('drive', '', { drive_properties: { url: 'https://drive.google.com/1', title: 'Minutes' } }),
      (body) => {
        expect(findOne(body, 'a').getAttribute('href')).toBe('https://drive.google.com/1')
        expect(findOne(body, '.block-card-title').textContent).toBe('Minutes')
      },
    ),
    audio: checkCompleteBlock('Audio plays in the browser’s own player.', createMedia('audio', `${OUT}.mp3`), (body) =>
      expect(findOne(body, 'audio[controls]').getAttribute('src')).toBe(`${OUT}.mp3`),
    ),
    file: checkCompleteBlock(
      'A file is a link with its name and size.',
      { ...createMedia('file', `${OUT}.txt`), properties: { source: `${OUT}.txt`, title: 'notes.txt', size: '3 kB' } },
      (body) => expect(findOne(body, `a[href="${OUT}.txt"]`).textContent).toBe('notes.txt3 kB'),
    ),
    bookmark: checkCompleteBlock(
      'A bookmark is a card with title, description, icon and picture, and consists of one link.',
      {
        type: 'bookmark',
        properties: { link: OUT, title: 'T', description: 'D' },
        format: { bookmark_icon: `${OUT}.ico`, bookmark_cover: `${OUT}.png` },
      },
      (body) => {
        expect([
          findOne(body, '.block-card-title').textContent,
          findOne(body, '.block-card-description').textContent,
        ]).toEqual(['T', 'D'])
        expect(listAttributes(body, 'img', 'src')).toEqual([`${OUT}.ico`, `${OUT}.png`])
        expect(findOne(body, 'a').getAttribute('href')).toBe(OUT)
      },
    ),
    external_object_instance: checkCompleteBlock(
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
        expect(findOne(body, 'a').getAttribute('href')).toBe('https://github.com/ada/engine')
        expect(findOne(body, '.block-card-title').textContent).toBe('engine')
        expect(findOne(body, '.block-card-description').textContent).toBe('ada · Feb 3, 2024')
      },
    ),
  }),
}
