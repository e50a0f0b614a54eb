import { expect, test } from 'vitest'
import { createMedia, type Raw, type Tables } from '../../support/content-map'
import { createId } from '../../support/records'
import { expectShown, type ShownCase } from './show'

const OUT = 'https://example.com/a'
const ATTACHMENT = `attachment:${createId('file')}:a.png`
const PROXY_ADDRESS = new RegExp(
  `^https://www\\.notion\\.so/image/${encodeURIComponent(ATTACHMENT)}\\?(?:.*&)?id=${createId('Image')}\\b`,
)
const createImage = (caption: Raw['title'] = '') => createMedia('image', `${OUT}.png`, {}, { caption })
const createRepository = (attributes: unknown[], domain = 'github.com'): Raw => ({
  type: 'external_object_instance',
  format: { domain, original_url: 'https://github.com/ada/engine', attributes },
})
const TABLES: Tables = {
  block: { Other: { type: 'page', title: 'Other' } },
  preview_images: {
    'https://example.com/preview.png': {
      originalWidth: 400,
      originalHeight: 200,
      dataURIBase64: 'data:image/png;base64,AAAA',
    },
  },
  signed_urls: { [createId('Image')]: 'https://file.example/a?X-Amz-Signature=s' },
}

test.each<ShownCase>([
  [
    'an image is lazy, and has its alternative text and its caption with formats [N-48] [N-91] [N-92] [N-93]',
    createMedia('image', `${OUT}.png`, {}, { alt_text: 'A view', caption: [['a'], ['b', [['b']]]] }),
    {
      'figure img@src': [`${OUT}.png`],
      'img@alt': ['A view'],
      'img@loading': ['lazy'],
      'figcaption@html': ['a<strong>b</strong>'],
    },
  ],
  [
    'an image has a blurred placeholder and the space of its real size [N-3]',
    createMedia('image', 'https://example.com/preview.png'),
    {
      'figure img@style': [expect.stringContaining('data:image/png;base64,AAAA')],
      'img@width': ['708'],
      'img@height': ['354'],
    },
  ],
  [
    'an image has its width, the full width or the width of the page, and can be aligned [N-61] [N-62] [N-63] [N-65]',
    [
      { block_width: 320 },
      { block_full_width: true },
      { block_page_width: true, block_width: 320 },
      { block_alignment: 'left' },
      { block_alignment: 'right' },
    ].map((format) => createMedia('image', `${OUT}.png`, format)),
    {
      'figure@style': [expect.stringContaining('width:320px'), null, null, null, null],
      'figure@data-full': [null, expect.any(String), null, null, null],
      'figure@data-align': [null, null, null, 'left', 'right'],
    },
  ],
  [
    'an uploaded image comes from the proxy of the provider, without the space and signed addresses [N-299] [N-301] [N-302]',
    { ...createMedia('image', ATTACHMENT), name: 'Image', more: { space_id: createId('space') } },
    { 'img@src': [expect.stringMatching(PROXY_ADDRESS)] },
  ],
  [
    'a caption that is a path of a page or an address is the link of the image [N-282] [N-286]',
    [`/Other-${createId('Other').replaceAll('-', '')}`, 'https://example.com/', 'Mr.Smith', 'http://localhost/a'].map(
      (caption) => createImage(caption),
    ),
    { 'figure a@href': ['/other', 'https://example.com/'], figcaption: ['Mr.Smith', 'http://localhost/a'] },
  ],
  [
    'an embed has its aspect ratio or height, and only a ratio if it preserves its scale [N-59] [N-60] [N-64]',
    [{ block_aspect_ratio: 0.5 }, { block_height: 200 }, { block_preserve_scale: true, block_height: 200 }].map(
      (format) => createMedia('embed', OUT, format),
    ),
    {
      '.frame@style': [
        expect.stringContaining('aspect-ratio:2'),
        'height:200px',
        expect.stringMatching(/^(?!.*200px).*aspect-ratio/),
      ],
    },
  ],
  [
    'a post is 420 pixels wide, or as wide as its block if that is narrower [N-40]',
    [undefined, 600, 300].map((block_width) => createMedia('tweet', 'https://x.com/ada/status/20', { block_width })),
    { 'figure[data-post]@style': ['width:420px', 'width:420px', 'width:300px'] },
  ],
  [
    'a PDF on another site is a link [N-42]',
    createMedia('pdf', `${OUT}.pdf`),
    { 'a@href': [`${OUT}.pdf`], a: [expect.stringContaining('a.pdf')], 'iframe, embed, object': [] },
  ],
  [
    'an address without the id of a gist is a card [N-50]',
    createMedia('gist', 'https://gist.github.com/ada'),
    { '.block-embed': [], 'a@href': ['https://gist.github.com/ada'], '.block-card-title': ['Gist by ada'] },
  ],
  [
    'video and audio files have the player of the browser [N-51] [N-53]',
    [createMedia('video', `${OUT}.mp4`), createMedia('audio', `${OUT}.mp3`)],
    { 'video[controls]@src': [`${OUT}.mp4`], 'audio[controls]@src': [`${OUT}.mp3`] },
  ],
  [
    'a file of Google Drive is a card with title, picture and icon [N-52] [N-70] [N-71] [N-72] [N-73]',
    createMedia('drive', '', {
      drive_properties: { url: OUT, title: 'Minutes', thumbnail: `${OUT}.png`, icon: `${OUT}.ico` },
    }),
    {
      'a@href': [OUT],
      '.block-card-title': ['Minutes'],
      'img.block-card-cover@src': [`${OUT}.png`],
      '.page-icon img@src': [`${OUT}.ico`],
    },
  ],
  [
    'a file is a link with name and size [N-54] [N-98]',
    createMedia('file', `${OUT}.txt`, {}, { title: 'notes.txt', size: '3 kB' }),
    { 'a@href': [`${OUT}.txt`], a: ['notes.txt3 kB'], '.block-file-size': ['3 kB'] },
  ],
  [
    'a bookmark is a card of one link with title, description, icon and picture [N-55] [N-74] [N-75] [N-96] [N-97]',
    {
      type: 'bookmark',
      properties: { link: OUT, title: 'T', description: 'D' },
      format: { bookmark_icon: `${OUT}.ico`, bookmark_cover: `${OUT}.png` },
    },
    {
      'a@href': [OUT],
      '.block-card-title': ['T'],
      '.block-card-description': ['D'],
      '.page-icon img@src': [`${OUT}.ico`],
      'img.block-card-cover@src': [`${OUT}.png`],
      'img@src': [`${OUT}.ico`, `${OUT}.png`],
    },
  ],
  [
    'a repository is a card with title, owner, date and badge [N-56] [N-83] [N-85] [N-86] [N-87] [N-305]',
    [
      { type: 'date', start_date: '2024-02-03' },
      { type: 'datetime', start_date: '2024-02-03', start_time: '16:05' },
    ].map((date) =>
      createRepository([
        { id: 'title', values: ['engine'] },
        { id: 'owner', values: ['https://github.com/ada'] },
        { id: 'updated_at', values: [date] },
      ]),
    ),
    {
      'a@href': Array(2).fill('https://github.com/ada/engine'),
      '.block-card-title': ['engine', 'engine'],
      '.block-card-description': ['ada · Feb 3, 2024', 'ada · Feb 3, 2024, 4:05 PM'],
      'img@src': Array(2).fill(expect.stringMatching(/^https:\/\/img\.shields\.io\/github\/.*\/ada\/engine\?/)),
    },
  ],
  [
    'an object of another service is a card with its host [N-84]',
    createRepository([], 'gitlab.com'),
    { 'a@href': ['https://github.com/ada/engine'], img: [] },
  ],
  [
    'an HTML block is a link to its file if no iframe can show it',
    createMedia('embed', `attachment:${createId('file')}:tides.html`),
    { iframe: [], 'a@href': [expect.stringContaining('tides.html')] },
  ],
  [
    'an embed with an unsafe scheme is not shown [N-310]',
    createMedia('embed', 'data:text/html,x'),
    { 'a, iframe': [], '.frame': [] },
  ],
])('%s', async (...shownCase) => {
  const body = await expectShown(shownCase, TABLES)
  // Neither the id of the space nor signed addresses are published.
  expect(body.innerHTML).not.toMatch(/space|Signature/i)
})
