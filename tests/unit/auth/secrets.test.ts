import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isBearer, isSignedWith } from '@/lib/auth/secrets'

describe('isBearer', () => {
  it('accepts only the exact token after the scheme Bearer', () => {
    expect(isBearer('Bearer open sesame', 'open sesame')).toBe(false)
    expect(isBearer('Bearer sesame', 'sesame')).toBe(true)
    expect(isBearer('bearer  sesame ', 'sesame')).toBe(true)
    for (const header of [
      null,
      '',
      'sesame',
      'Basic sesame',
      'Bearer',
      'Bearer ',
      'Bearer sesam',
      'Bearer sesame2',
      'No Bearer sesame',
      'Bearer sesame 2',
    ]) {
      expect(isBearer(header, 'sesame'), String(header)).toBe(false)
    }
  })
})

describe('isSignedWith', () => {
  const body = new TextEncoder().encode('{"id":"1"}')
  const right = `sha256=${createHmac('sha256', 'key').update(body).digest('hex')}`

  it('accepts a signature for one body and one key only', () => {
    expect(isSignedWith('key', body, right)).toBe(true)
    expect(isSignedWith('another', body, right)).toBe(false)
    expect(isSignedWith('key', new TextEncoder().encode('{"id":"2"}'), right)).toBe(false)
    for (const header of [null, '', 'sha256=', right.slice(7), right.slice(0, -1), `${right}0`]) {
      expect(isSignedWith('key', body, header), String(header)).toBe(false)
    }
  })
})
