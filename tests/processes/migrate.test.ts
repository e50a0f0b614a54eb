import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../support/folders'
import { createId } from '../support/records'
import { runCommand } from '../support/site'

test('migrate prints rows for the addresses that would be lost, and fails with --check', async () => {
  const dir = createTemporaryFolder()
  const [id, child] = [createId('Root'), createId('Tide tables')]
  const base = { type: 'page', alive: true }
  const block = {
    [id]: { value: { ...base, id, parent_id: createId('s'), parent_table: 'space', content: [child] } },
    [child]: {
      value: { ...base, id: child, parent_id: id, parent_table: 'block', properties: { title: [['Tide tables']] } },
    },
  }
  writeFileSync(path.join(dir, `${id}.json`), JSON.stringify({ block }))
  const list = path.join(createTemporaryFolder(), 'addresses.txt')
  writeFileSync(list, 'https://old.example/\n/tide-tables\n/2019/tide_tables.html?print=1\n/zzz\n/Tide-Tables/\n')
  const env = { WORKSPACE_DIR: dir, STATE_DIR: createTemporaryFolder() }

  const { stdout, code } = await runCommand('migrate', env, '--from', list)
  expect(stdout).toContain('5 addresses: here 2, redirected 1, deleted 0, lost 2\n')
  expect(stdout).toContain('\n/2019/tide_tables.html?print=1\t/tide-tables\n')
  expect(stdout).toContain('\nWithout a similar page:\n\n/zzz\n')
  expect(code).toBe(0)

  expect((await runCommand('migrate', env, '--from', list, '--check')).code).toBe(1)
  writeFileSync(list, '/tide-tables\n')
  const one = await runCommand('migrate', env, '--check', '--from', list)
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('1 address: here 1,')])

  const missing = await runCommand('migrate', env, '--from', `${list}.none`)
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('cannot be read: give the address')])
  const folder = await runCommand('migrate', env, '--from', dir)
  expect([folder.code, folder.stderr]).toEqual([
    1,
    expect.stringMatching(/is not a file: give a file with addresses\n$/),
  ])
  for (const args of [[], ['--from', '']]) {
    const usage = await runCommand('migrate', env, ...args)
    expect([usage.code, usage.stderr]).toEqual([
      1,
      'Name the former site: npm run migrate -- --from URL, or --from FILE\n',
    ])
  }
})
