import { date } from '../../inline'
import type { PageNode } from '../../nodes'
import { database, row } from '../../pages'
import { art } from '../files'
import type { Article } from './article'
import { addresses, quietParts, whyColophon } from './essays'
import { chineseTypesetting, future, letter, secondEdition } from './letters'
import { paragraph } from './paragraph'
import { margin, search, snapshot } from './workshop'

const asRow = (article: Article): PageNode => {
  const {
    title,
    slug,
    description,
    tags,
    date: day,
    access = 'Public',
    status = 'Published',
    publishAt,
    body,
    ...options
  } = article
  const cells = {
    Description: description,
    Slug: `journal/${slug}`,
    Tags: tags,
    Access: access,
    Status: status,
    ...(day && { Date: date(day) }),
    ...(publishAt && { 'Publish at': date(publishAt) }),
  }
  return row(title, cells, body, { ...options, created: options.created ?? day })
}

export const journal = database('Journal', {
  key: 'journal',
  icon: '📓',
  cover: art('cover-journal.webp'),
  fullPage: true,
  description: 'Notes from the workshop: on type, on the web, and on making things that last.',
  schema: {
    Title: { type: 'title' },
    Date: { type: 'date' },
    Description: { type: 'text' },
    Tags: {
      type: 'multi_select',
      options: { Typography: 'brown', Web: 'blue', Writing: 'purple', Workshop: 'orange', 中文: 'red' },
    },
    Status: {
      type: 'status',
      groups: { 'To-do': { Idea: 'gray' }, 'In progress': { Draft: 'yellow' }, Complete: { Published: 'green' } },
    },
    Access: { type: 'select', options: { Public: 'green', Members: 'orange' } },
    'Publish at': { type: 'date' },
    Slug: { type: 'text' },
  },
  // The line under the title contains the first three already.
  hidden: {
    Date: 'hide',
    Tags: 'hide',
    Description: 'hide',
    Status: 'hide',
    Access: 'hide',
    Slug: 'hide',
    'Publish at': 'hide_if_empty',
  },
  views: [
    { type: 'list', name: 'Newest first', show: ['Title', 'Tags', 'Date'], sort: [['Date', 'descending']] },
    {
      type: 'table',
      name: 'By subject',
      show: ['Title', 'Description', 'Date'],
      widths: { Title: 250, Description: 340, Date: 130 },
      group: 'Tags',
      sort: [['Date', 'descending']],
    },
  ],
  rows: [
    paragraph,
    whyColophon,
    addresses,
    snapshot,
    margin,
    search,
    quietParts,
    chineseTypesetting,
    letter,
    secondEdition,
    future,
  ].map(asRow),
})
