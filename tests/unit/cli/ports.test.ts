import { expect, test } from 'vitest'
import { readSignInPorts } from '@/cli/lib/ports'
import { describeAddress } from '@/server/main'

test('readSignInPorts reads the ports of the sign-in service and of the site from the arguments', () => {
  expect(readSignInPorts([], 3000)).toEqual({ service: 4500, site: 3000 })
  expect(readSignInPorts(['4600', '3100'], 3000)).toEqual({ service: 4600, site: 3100 })
  for (const args of [['x'], ['0'], ['70000'], ['3000'], ['1', '2', '3'], ['1.5']])
    expect(readSignInPorts(args, 3000)).toBeUndefined()
})

test('describeAddress returns the public address, and the local address if they differ', () => {
  expect(describeAddress({ siteUrl: 'http://localhost:3000', port: 3000 })).toBe('http://localhost:3000')
  const behindProxy = describeAddress({ siteUrl: 'https://handbook.example', port: 3000 })
  expect(behindProxy).toBe('https://handbook.example, served from http://localhost:3000')
})
