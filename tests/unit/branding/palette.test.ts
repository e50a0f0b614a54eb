import { expect, test } from 'vitest'
import { COLOURS } from '@/lib/branding/palette'
import { readColours } from '@/tests/components/site/tokens'

test.each(Object.entries(COLOURS))('%s is the colour of that name in the style sheet', (name, { day, night }) => {
  expect([day, night]).toEqual(readColours().get(name))
})
