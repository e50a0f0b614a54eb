import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findComponentMistakes } from '@/cli/lib/component-mistakes'
import { getSlots } from '@/lib/slots/registry'
import { createTemporaryFolder, writeFiles } from '@/tests/support/folders'
import { compileComponents, removeComponents } from '@/tools/site-components.mjs'

test('reports components that cannot be loaded, and blocks of unknown types', async () => {
  const siteDir = createTemporaryFolder()
  writeFiles(siteDir, {
    'components/Header.tsx': 'export default () => null',
    'components/Footer.tsx': 'export default 7',
    'components/Card.tsx': "throw new Error('No harbor')\nexport default () => null",
    'components/block/calout.tsx': 'export default () => null',
    'components/block/footnote.tsx': 'export default () => null',
    'islands/Counter.tsx': 'export default <p>No function</p>',
  })
  onTestFinished(() => removeComponents(siteDir))
  await compileComponents(siteDir)
  const slots = getSlots({ siteDir })
  if (slots === undefined) throw new Error('Nothing was compiled')
  const { problems, notes } = await findComponentMistakes(slots)
  const file = (name: string) => path.join(siteDir, name)
  expect(problems.sort()).toEqual([
    `${file('components/Card.tsx')}: No harbor`,
    `${file('components/Footer.tsx')}: The default export is no function`,
    `${file('islands/Counter.tsx')}: The default export is no function`,
  ])
  expect(notes).toEqual([
    `${file('components/block/calout.tsx')}: the site has no block of the type calout: did you mean callout?`,
  ])
})
