import { page } from '../pages'
import { h2, note, p, ul } from '../prose'
import { ines } from './people'

export const membersPage = page('Members’ room', { key: 'members-room', icon: '🗝️', by: ines, created: '2026-03-02' }, [
  p(
    'If you can read this on the site, you are signed in. To everyone else this page does not exist, and neither does anything below it.',
  ),
  note(
    '🔒',
    'It is closed by one row of the table on the root page: `@Members’ room`, `Members`. See [[words-of-access]].',
  ),
  h2('What belongs here'),
  ...ul(
    'Minutes of meetings, when they concern members only.',
    'Telephone lists, rotas, the code of the garden gate.',
    'Drafts that all members should see before the public does.',
  ),
  page('Minutes of the spring meeting', { key: 'minutes-spring', icon: '📝', created: '2026-04-06' }, [
    p('Present: eleven members and a dog. The chair thanked Ines for the handbook and Teodor for the biscuits.'),
    ...ul(
      'It was agreed to publish the workshop’s opening hours on the site.',
      'It was agreed that opening hours should be kept.',
      'The type cases will be sorted in May. Volunteers bring tweezers.',
    ),
    p('This page has no word of its own about who may read it. It lies in the members’ room, and that is enough.'),
  ]),
])
