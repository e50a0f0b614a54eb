import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, vi } from 'vitest'
import type { HostedData } from '@/tests/support/hosted/data'
import { Bench } from './support'

export const REFRESH = { syncRecordValuesMain: 1 }

/**
 * Registers a hook of the calling test file that replaces the clock. Returns a function that moves it forward, so that failed requests
 * are due again.
 */
export function setUpClock(): (seconds: number) => void {
  let passed = 0
  beforeEach(() => {
    passed = 0
    const { now } = Date
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + passed)
    return () => clock.mockRestore()
  })
  return (seconds) => {
    passed += seconds * 1000
  }
}

export async function startSynced(data: HostedData): Promise<Bench> {
  const bench = await Bench.start(data)
  expect(await bench.sync({ isWatching: true })).toMatchObject({ state: 'done', failed: [], failedFiles: [] })
  bench.server.takeCounts()
  return bench
}

/** Runs a sync and expects no changes, no failures and only the calls of a sync without repairs. */
export async function expectSettled(bench: Bench, calls: object = REFRESH): Promise<void> {
  bench.server.takeCounts()
  expect(await bench.sync({ isWatching: true })).toMatchObject({
    state: 'done',
    changed: [],
    failed: [],
    failedFiles: [],
  })
  expect(bench.server.takeCounts()).toEqual(calls)
}

export const readManifest = (bench: Bench) => readFileSync(path.join(bench.snapshot, 'manifest.json'), 'utf8')
export const readContent = (bench: Bench) => readManifest(bench).replace(/"syncedAt":"[^"]*"/, '')
export const getSyncFile = (bench: Bench, name: string) => path.join(bench.snapshot, '.sync', name)
