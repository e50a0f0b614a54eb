import { expect, test } from 'vitest'
import { readFixtureMaps } from '@/tests/support/fixtures'
import { cleaned } from '../maps'
import { createOutputs } from './page-outputs'
import { findForeignWords } from './page-words'

const fixtures = readFixtureMaps()

test.skipIf(fixtures.length === 0).each(fixtures)(
  'no output of any page of $set/$file contains words that the page does not show',
  ({ json }) => {
    for (const page of createOutputs(cleaned(json).map)) expect(findForeignWords(page)).toEqual({})
  },
)
