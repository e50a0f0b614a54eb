import { expect, test } from 'vitest'
import { COLORS } from '@/lib/branding/palette'
import { readColors } from '@/tests/components/site/tokens'

test.each(Object.entries(COLORS))(
  '%s equals the color with the same name in the style sheet',
  (name, { light, dark }) => {
    expect([light, dark]).toEqual(readColors().get(name))
  },
)
