import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { JsonReader } from '@/lib/snapshot/json-reader'

const dir = mkdtempSync(path.join(tmpdir(), 'json-reader-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Reads a text with the smallest chunks, objects up to this depth key by key. */
function read(text: string, depth: number): unknown {
  const file = path.join(dir, 'file.json')
  writeFileSync(file, text)
  const fd = openSync(file, 'r')
  try {
    const reader = new JsonReader(fd, 2)
    const value = readLevel(reader, depth)
    reader.expectEnd()
    return value
  } finally {
    closeSync(fd)
  }
}

function readLevel(reader: JsonReader, depth: number): unknown {
  if (depth === 0 || !reader.isAtObject()) return reader.readValue()
  return Object.fromEntries([...readEntries(reader, depth)])
}

function* readEntries(reader: JsonReader, depth: number): Generator<[string, unknown]> {
  for (const key of reader.readKeys()) yield [key, readLevel(reader, depth - 1)]
}

test('JsonReader reads what JSON.parse reads, wherever a chunk ends', () => {
  const spaces = fc.constantFrom(undefined, 1, '\t', ' \r\n')
  fc.assert(
    fc.property(fc.jsonValue(), spaces, fc.nat(3), (value, space, depth) => {
      const text = JSON.stringify(value, undefined, space)
      expect(read(` ${text}\n`, depth)).toEqual(JSON.parse(text))
    }),
  )
  for (const text of [
    '{"a\\"}\\\\":"\\\\","ü€😀":["}",{"]":"\\u007d"}],"n":-1.5e3}',
    '{}',
    '[]',
    '""',
    '12',
    ' {"a" : 1 , "b":{ } } ',
  ])
    for (const depth of [0, 1, 2]) expect(read(text, depth)).toEqual(JSON.parse(text))
})

test.each([
  ...[
    '',
    ' ',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{,}',
    '{"a":1 "b":2}',
    '{"a":1;"b":2}',
    '{a:1}',
    '{1:1}',
  ],
  ...[
    '{"a":}',
    '{"a":]}',
    '{"a":[}',
    '{"a":{]}',
    '{"a":1]',
    '{"a":"',
    '{"a":"\\"}',
    '{"a":\u00a01}',
    '{"a":1}}',
    '{"a":1}2',
    '\ufeff{}',
  ],
  ...['{"a":tru}', '{"a":01}', '{"a":1 2}', "{'a':1}", '{"a":"\n"}', '{["a"]:1}', '{{}:1}', '1 2', '"a""b"'],
])('JsonReader rejects %j', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  for (const depth of [0, 1, 2]) expect(() => read(text, depth)).toThrow(SyntaxError)
})
