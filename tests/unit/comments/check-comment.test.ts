import { describe, expect, it } from 'vitest'
import { checkFields, classifyComment, splitWords } from '@/lib/comments/check-comment'
import { COMMENT_LIMITS } from '@/lib/workspace/comments'

describe('checkFields', () => {
  it.each([
    ['Ann', 'Fine words.', 'Ann', 'Fine words.'],
    ['  Ann\n Lee ', 'One\r\nTwo\rThree\n\n\n\nFour  ', 'Ann Lee', 'One\nTwo\nThree\n\nFour'],
    ['\u202eAnn\u0007', 'a\u0000b\u2028c', 'Ann', 'a b c'],
    ['', '<b>bold</b> & "quotes"', '', '<b>bold</b> & "quotes"'],
    ['سارة', 'می‌خواهم', 'سارة', 'می‌خواهم'],
    ['山田', '👩‍👩‍👧 👍🏽', '山田', '👩‍👩‍👧 👍🏽'],
    ['', 'क्‍ष', '', 'क्‍ष'],
    ['', 'a\u200eb\u200fc\u061cd', '', 'a\u200eb\u200fc\u061cd'],
    ['', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
    ['Do\u00adra', 'Donau\u00addampf', 'Dora', 'Donaudampf'],
  ])('cleans %j and %j', (name, text, cleanName, cleanText) => {
    expect(checkFields(name, text)).toEqual({ fields: { name: cleanName, text: cleanText }, problems: {} })
  })

  it.each(['', ' \n\t ', '\u200b\u2060', '\u00ad', '\u200e\u200d', '\u0000'])('refuses the empty text %j', (text) => {
    expect(checkFields('Ann', text).problems).toEqual({ text: 'missing' })
  })

  it('refuses values over the limits, and keeps them whole', () => {
    const { fields, problems } = checkFields('n'.repeat(COMMENT_LIMITS.name + 1), 't'.repeat(COMMENT_LIMITS.text + 1))
    expect(problems).toEqual({ name: 'long', text: 'long' })
    expect(fields.text).toHaveLength(COMMENT_LIMITS.text + 1)
    expect(checkFields('n'.repeat(COMMENT_LIMITS.name), 't'.repeat(COMMENT_LIMITS.text)).problems).toEqual({})
  })
})

describe('classifyComment', () => {
  const classify = (text: string, form: 'review' | 'publish' = 'publish', name = '') =>
    classifyComment({ name, text }, ['Free Money', '赌场'], form)

  it('lets comments appear, or wait, as the operator chose', () => {
    expect([classify('Fine'), classify('Fine', 'review')]).toEqual(['approved', 'new'])
  })

  it.each([
    'Get FREE money now',
    'Get ｆｒｅｅ ｍｏｎｅｙ now',
    '最好的赌场',
    'https://a.example http://b.example www.c.example',
  ])('counts %j as spam', (text) => {
    expect([classify(text), classify(text, 'review')]).toEqual(['spam', 'spam'])
  })

  it('reads the name, too, and allows two addresses', () => {
    expect(classify('Fine', 'publish', 'free money')).toBe('spam')
    expect(classify('https://a.example and http://b.example')).toBe('approved')
    expect(classify('https://www.a.example and http://www.b.example')).toBe('approved')
    expect(classify('https://www.a.example, www.b.example and www.c.example')).toBe('spam')
  })
})

it('splitWords reads a list', () => {
  expect(splitWords(' casino, free money，赌场、 ,\nbets')).toEqual(['casino', 'free money', '赌场', 'bets'])
  expect(splitWords('')).toEqual([])
})
