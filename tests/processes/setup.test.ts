import { expect, test } from 'vitest'
import { createHostedWorkspace } from '@/tests/support/hosted/plan'
import { Bench } from '@/tests/unit/sync/support'
import { runCommand } from '../support/site'

test('a second setup of the comments prints that nothing is missing', async () => {
  const bench = await Bench.start(createHostedWorkspace({ Talk: {} }), 'official')
  const env = bench.variables() as Record<string, string>
  const first = await runCommand('setup', env, 'comments')
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The database of comments was created: https:/),
  })
  const second = await runCommand('setup', env, 'comments')
  expect(second.stdout).toMatch(/^The database of comments already has all it needs: https:/)
})
