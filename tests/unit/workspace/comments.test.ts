import { describe, expect, it } from 'vitest'
import { arrangeComments, COMMENT_LIMITS, readStoredComments, type StoredComment } from '@/lib/workspace/comments'
import { createId } from '../../support/records'

const comment = (name: string, more: Partial<StoredComment> = {}): StoredComment => ({
  id: createId(name),
  page: createId('Page'),
  name,
  text: `Text of ${name}`,
  created: 0,
  ...more,
})

/** Returns the names of the comments on a page, with replies in brackets. */
const list = (comments: StoredComment[], page = 'Page') =>
  (arrangeComments(comments)[createId(page)] ?? []).map(({ name, isReply }) => (isReply ? `(${name})` : name))

describe('readStoredComments', () => {
  it('keeps the line breaks of texts, and removes control characters and the rest of long texts', () => {
    const long = '😀'.repeat(COMMENT_LIMITS.text)
    const [first, second] = readStoredComments([
      comment('A', { name: ' A\n\u0000B\u2028 ', text: 'one\r\ntwo\u0007\ud800' }),
      comment('B', { text: long, name: 'n'.repeat(100_000) }),
    ])
    expect([first?.name, first?.text]).toEqual(['A  B', 'one\ntwo'])
    expect(second?.text).toBe(`${'😀'.repeat(COMMENT_LIMITS.text / 2)}…`)
    expect(second?.name).toHaveLength(COMMENT_LIMITS.name + 1)
  })

  it('leaves out what is malformed, empty or repeated', () => {
    const forms = [
      null,
      'x',
      {},
      comment('A', { id: 'x' }),
      comment('B', { page: '../a' }),
      comment('C', { text: ' ' }),
    ]
    const times = [
      comment('D', { created: Number.NaN }),
      { ...comment('E'), created: '1' },
      comment('F', { created: 1e20 }),
    ]
    expect(readStoredComments([...forms, ...times, comment('G'), comment('G')]).map(({ name }) => name)).toEqual(['G'])
    expect(readStoredComments({ length: 3 })).toEqual([])
  })
})

describe('arrangeComments', () => {
  it('orders comments by time, and puts replies of any depth below the first comment', () => {
    const comments = [
      comment('Late', { created: 9 }),
      comment('Reply', { created: 3, replyTo: createId('Early') }),
      comment('Deep', { created: 4, replyTo: createId('Reply') }),
      comment('Early', { created: 1 }),
      comment('Before', { created: 0, replyTo: createId('Late') }),
    ]
    expect(list(comments)).toEqual(['Early', '(Reply)', '(Deep)', 'Late', '(Before)'])
  })

  it('shows a reply by itself if its comment is missing, on another page, or a reply to it', () => {
    const comments = [
      comment('Orphan', { created: 1, replyTo: createId('Nothing') }),
      comment('Elsewhere', { created: 2, page: createId('Other') }),
      comment('Forged', { created: 3, replyTo: createId('Elsewhere') }),
      comment('Self', { created: 4, replyTo: createId('Self') }),
      comment('Chicken', { created: 5, replyTo: createId('Egg') }),
      comment('Egg', { created: 6, replyTo: createId('Chicken') }),
    ]
    expect(list(comments)).toEqual(['Orphan', 'Forged', 'Self', 'Chicken', 'Egg'])
    expect(list(comments, 'Other')).toEqual(['Elsewhere'])
  })

  it('arranges as many comments as a site may have', () => {
    const chain = Array.from({ length: COMMENT_LIMITS.comments }, (_, at) =>
      comment(`${at}`, { replyTo: createId(`${at - 1}`), created: at }),
    )
    expect(Object.values(arrangeComments(chain)).flat()).toHaveLength(COMMENT_LIMITS.comments)
  })
})
