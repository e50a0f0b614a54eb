import { expect, test } from 'vitest'
import { COLORS } from '@/lib/branding/palette'
import { readColours } from '@/tests/components/site/tokens'

test.each(Object.entries(COLORS))(
  '%s equals the colour with the same name in the style sheet',
  (name, { day, night }) => {
    expect([day, night]).toEqual(readColours().get(name))
  },
)
