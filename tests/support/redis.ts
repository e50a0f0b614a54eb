import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { findProgram } from '@/cli/lib/programs'
import { connectToRedis, type Redis } from '@/lib/redis/connection'
import { PORT_IN_USE, startOnFreePort } from './ports'
import { createFolder } from './site'

/** A Redis server on a free loopback port. It stops with {@link stop} or with this process. */
export class RedisServer {
  #child: ChildProcess | undefined
  readonly #clients: Redis[] = []

  private constructor(
    readonly port: number,
    readonly dir: string,
    readonly options: readonly string[],
  ) {}

  /** `options` as on its command line, such as `--maxmemory 4mb`. */
  static async start(...options: string[]): Promise<RedisServer> {
    return startOnFreePort((port) => RedisServer.tryToStart(port, options))
  }

  /** Returns undefined if one of its ports is in use. */
  static async tryToStart(port: number, options: readonly string[]): Promise<RedisServer | undefined> {
    const server = new RedisServer(port, createFolder('redis'), options)
    return (await server.#run()) ? server : undefined
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts the server again with its saved data. */
  async resume(): Promise<void> {
    if (!(await this.#run())) throw new Error(`Port ${this.port} of Redis was taken meanwhile`)
  }

  /** Starts the server. Returns false if its port is in use. */
  async #run(): Promise<boolean> {
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.dir, '--appendonly', 'yes']
    const child = spawn(findProgram('redis-server'), [...own, '--save', '', ...this.options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    const stop = () => child.kill('SIGKILL')
    process.once('exit', stop)
    child.once('exit', () => process.off('exit', stop))
    let output = ''
    return new Promise<boolean>((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Ready to accept connections')) resolve(true)
      })
      child.once('error', reject)
      child.once('close', () => {
        if (PORT_IN_USE.test(output)) resolve(false)
        else reject(new Error(`Redis ended:\n${output}`))
      })
    })
  }

  /** Stops the server. Its data stays on its disk. */
  async interrupt(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  }

  /** A connected client, closed with the server. */
  async client(url = this.url, log: (message: string) => void = () => {}): Promise<Redis> {
    const client = connectToRedis(url, log)
    this.#clients.push(client)
    await once(client, 'ready')
    return client
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.destroy()
    await this.interrupt()
    rmSync(this.dir, { recursive: true, force: true })
  }
}
