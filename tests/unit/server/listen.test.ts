import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { explainListenError, listen, requirePort, reservePort } from '@/server/listen'

it('describes how to change a port that is in use', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void first.close())
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const second = createServer().listen(port, '127.0.0.1')
  const error = await once(second, 'listening').catch((reason: unknown) => reason)
  expect(explainListenError(error, port)).toBe(`Port ${port} is in use: set PORT to another one`)
})

it('describes how to change a port that the user may not use', () => {
  const error = Object.assign(new Error('listen'), { code: 'EACCES' })
  expect(explainListenError(error, 80)).toBe('This user may not listen on port 80: set PORT to one above 1023')
})

it('returns undefined for other errors', () => {
  expect(explainListenError(new Error('other'), 80)).toBeUndefined()
})

it('serves on a reserved port, which closes connections until then', async () => {
  const reserved = await reservePort()
  const early = createConnection({ port: reserved.port, host: 'localhost' })
  await once(early.resume(), 'end')
  const server = createServer((_, response) => response.end('served'))
  expect(await listen(server, reserved.port, reserved)).toBe(true)
  expect((server.address() as AddressInfo).port).toBe(reserved.port)
  const request = () => fetch(`http://localhost:${reserved.port}`)
  expect(await (await request()).text()).toBe('served')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(request()).rejects.toThrow('fetch failed')
})

it('requirePort refuses a port in use, and leaves a free one free', async () => {
  const first = createServer().listen(0)
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  await expect(requirePort(port)).rejects.toThrow(`Port ${port} is in use: set PORT to another one`)
  await new Promise((resolve) => first.close(resolve))
  await requirePort(port)
  await requirePort(port)
})
