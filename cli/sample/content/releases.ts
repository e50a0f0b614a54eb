import { codeBlock } from '../blocks'
import { date } from '../inline'
import { database, page, row } from '../pages'
import { h3, p, ul } from '../prose'
import { ines, teodor } from './people'

const rows = [
  row(
    'Fifth proof',
    {
      Slug: 'releases/fifth-proof',
      Version: '0.1.0-proof.5',
      Date: date('2026-11-17'),
      Status: 'Published',
      Kind: ['Typography', 'Speed'],
      Editor: [teodor],
    },
    [
      p('The proof in which the margins came right.'),
      ...ul(
        'Contents stand in the margin from three headings on, and follow the reader down the page.',
        'Arabic, Hebrew and Persian paragraphs run from right to left, each by its own text.',
        'A page of a hundred rows and four views is a fifth of its former weight.',
        'Tables scroll inside themselves, and a shadow says so.',
      ),
    ],
  ),
  row(
    'Fourth proof',
    {
      Slug: 'releases/fourth-proof',
      Version: '0.1.0-proof.4',
      Date: date('2026-10-20'),
      Status: 'Published',
      Kind: ['Editors'],
      Editor: [ines],
    },
    [
      p('Addresses became promises.'),
      ...ul(
        'A renamed page redirects from every address it ever had.',
        'A deleted page says that it is gone.',
        '`npm run check` explains, for one page, who sees it and why.',
      ),
    ],
  ),
  row(
    'Third proof',
    {
      Slug: 'releases/third-proof',
      Version: '0.1.0-proof.3',
      Date: date('2026-09-22'),
      Status: 'Published',
      Kind: ['Speed', 'Readers'],
      Editor: [teodor, ines],
    },
    [
      p('Everything heavy moved to the server.'),
      ...ul(
        'Equations are set and code is colored before the page leaves.',
        'Dates are written as text, the same for every reader of the same page.',
        'Pictures keep their place while they load.',
      ),
    ],
  ),
  row(
    'Second proof',
    {
      Slug: 'releases/second-proof',
      Version: '0.1.0-proof.2',
      Date: date('2026-08-25'),
      Status: 'Published',
      Kind: ['Operators'],
      Editor: [ines],
    },
    [
      p('The snapshot learned to survive.'),
      ...ul(
        'Killing the process at any moment leaves a whole snapshot.',
        'A page that cannot be read is replaced by its last good copy.',
      ),
      h3('For operators'),
      p('The state folder moved. Former addresses are carried along when you start once with the old setting:'),
      codeBlock('Bash', 'STATE_DIR=./state npm run site'),
    ],
  ),
  row(
    'First proof',
    {
      Slug: 'releases/first-proof',
      Version: '0.1.0-proof.1',
      Date: date('2026-07-28'),
      Status: 'Published',
      Kind: ['Readers'],
      Editor: [teodor],
    },
    [p('A title, a paragraph, a link. It looked like a page, and for one evening that was enough.')],
  ),
  row('Sixth proof', { Slug: 'releases/sixth-proof', Version: '0.1.0-proof.6', Status: 'Draft', Kind: ['Readers'] }, [
    p(
      'Being written. This row is a draft and therefore no page of the site; you are reading it in the snapshot, which is allowed.',
    ),
  ]),
]

export const releases = page('Releases', { key: 'releases', icon: '📰', created: '2026-07-28', edited: '2026-11-17' }, [
  p('What changed, newest first. Printers pull proofs before they print; so do we.'),
  database('Release notes', {
    key: 'releases',
    schema: {
      Name: { type: 'title' },
      Version: { type: 'text' },
      Date: { type: 'date' },
      Kind: {
        type: 'multi_select',
        options: { Readers: 'teal', Editors: 'purple', Operators: 'orange', Speed: 'red', Typography: 'brown' },
      },
      Editor: { type: 'person' },
      Slug: { type: 'text' },
      Status: { type: 'status', groups: { 'To-do': { Draft: 'gray' }, Complete: { Published: 'green' } } },
    },
    hidden: { Status: 'hide', Slug: 'hide' },
    views: [
      {
        type: 'table',
        name: 'All proofs',
        show: ['Name', 'Version', 'Date', 'Kind', 'Editor'],
        widths: { Name: 180, Version: 140, Date: 130, Kind: 190, Editor: 180 },
        sort: [['Date', 'descending']],
        where: [{ column: 'Status', operator: 'status_is', value: 'Published' }],
      },
      { type: 'list', name: 'Short', show: ['Name', 'Date'], sort: [['Date', 'descending']] },
    ],
    rows,
  }),
])
