import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { AuditLog, openAuditLog, recordAudit } from '@/lib/audit-log'
import { clearProblem, getCurrentReasons } from '@/lib/problems'
import { getRuntime } from '@/lib/runtime'
import { expectConsole } from '../support/console'
import { createFolder } from '../support/site'

const DAY_MS = 24 * 3600 * 1000
const VIEWER = { signedIn: true, organizations: ['board'] }
const PERSON = { id: 'user_1', name: 'Mia', email: 'mia@example.com' }

afterEach(() => {
  delete getRuntime().auditLog
  clearProblem('audit-log')
})

const readLines = (folder: string) =>
  readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'))

it('writes what a member read as a line of JSON, with names only if the operator wants them', async () => {
  const folder = path.join(createFolder('audit'), 'log')
  const log = new AuditLog(folder, DAY_MS)
  getRuntime().auditLog = log
  const entry = { action: 'read', decision: 'denied', viewer: VIEWER, person: PERSON, path: '/members/a\nb' } as const
  recordAudit(entry, { auditNames: false })
  recordAudit({ ...entry, path: 'x'.repeat(1000) }, { auditNames: true })
  recordAudit({ ...entry, viewer: { ...VIEWER, role: 'editor' } }, { auditNames: false })
  await log.flush()
  const [first, second, third] = readLines(folder).map((line) => JSON.parse(line))
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(first).toEqual({ time, action: 'read', decision: 'denied', person: 'user_1', path: '/members/a\nb' })
  expect(second).toMatchObject({ name: 'Mia', email: 'mia@example.com', path: 'x'.repeat(500) })
  expect(third.editor).toBe(true)
})

it('writes nothing without the setting', () => {
  expect(() =>
    recordAudit({ action: 'desk', decision: 'allowed', viewer: VIEWER }, { auditNames: false }),
  ).not.toThrow()
})

it('continues in another file at the size limit, and in files of its own', async () => {
  const folder = createFolder('audit')
  const logs = [1, 2].map(
    () => new AuditLog(folder, DAY_MS, { fileBytes: 100, waitingBytes: 10_000, folderBytes: 10_000 }),
  )
  for (let at = 0; at < 4; at++) {
    for (const log of logs) log.add({ text: 'x'.repeat(60) })
    for (const log of logs) await log.flush()
  }
  expect(readdirSync(folder)).toHaveLength(4)
  expect(readLines(folder)).toHaveLength(8)
})

it('drops lines that wait for the disk above the limit, and reports their number', async () => {
  const folder = createFolder('audit')
  const log = new AuditLog(folder, DAY_MS, { fileBytes: 10_000, waitingBytes: 250, folderBytes: 10_000 })
  expectConsole(/^error: Entries of the audit log are dropped: the disk is too slow$/)
  // The first line is being written while the others come.
  for (let at = 0; at < 10; at++) log.add({ text: 'x'.repeat(86) })
  expect(getCurrentReasons()).toEqual(['The audit log is incomplete: entries dropped since the start: 7'])
  await log.flush()
  expect(readLines(folder)).toHaveLength(3)
})

it('begins no file in a full folder, removes expired files first, and reports dropped lines', async () => {
  const folder = createFolder('audit')
  const expired = path.join(folder, 'audit-2020-01-01-00000000.jsonl')
  const log = new AuditLog(folder, DAY_MS, { fileBytes: 50, waitingBytes: 1000, folderBytes: 150 })
  writeFileSync(expired, 'x'.repeat(1000))
  utimesSync(expired, 0, 0)
  expectConsole(
    /^error: Entries of the audit log are dropped: its folder has more than 150 bytes: move files elsewhere$/,
  )
  for (let at = 0; at < 5; at++) {
    log.add({ text: 'x'.repeat(86) })
    await log.flush()
  }
  expect(readLines(folder)).toHaveLength(2)
  expect(getCurrentReasons()).toEqual(['The audit log is incomplete: entries dropped since the start: 3'])
})

it('drops lines if the folder cannot be written to, and continues when it can', async () => {
  const folder = path.join(createFolder('audit'), 'log')
  writeFileSync(folder, 'a file')
  expectConsole(/^error: Entries of the audit log are dropped: (?:EEXIST|ENOTDIR)/)
  const log = new AuditLog(folder, DAY_MS)
  log.add({ text: 'lost' })
  await log.flush()
  expect(getCurrentReasons()).toEqual(['The audit log is incomplete: entries dropped since the start: 1'])
  rmSync(folder)
  log.add({ text: 'written' })
  await log.flush()
  expect(readLines(folder)).toEqual(['{"text":"written"}'])
})

it('reports at the start that its folder cannot be written to', async () => {
  const auditLog = path.join(createFolder('audit'), 'log')
  writeFileSync(auditLog, 'a file')
  expectConsole(/^error: The audit log cannot be written to \S+ \(EEXIST\): give this user .+ AUDIT_LOG to another/)
  await openAuditLog({ auditLog, auditDays: 1 })
  expect(getCurrentReasons()).toEqual(['The audit log cannot be written'])
  // Members still read, and entries are written as soon as that is possible.
  rmSync(auditLog)
  recordAudit({ action: 'desk', decision: 'allowed', viewer: VIEWER }, { auditNames: false })
  await getRuntime().auditLog?.flush()
  expect(readLines(auditLog)).toHaveLength(1)
})

it('removes its files after the time for which they are kept, and no other files', async () => {
  const folder = createFolder('audit')
  const old = new Date(Date.now() - 2 * DAY_MS)
  for (const name of ['audit-2020-01-01-00000000.jsonl', 'audit-2020-01-01-00000001.jsonl', 'other.jsonl']) {
    writeFileSync(path.join(folder, name), '')
    if (!name.endsWith('1.jsonl')) utimesSync(path.join(folder, name), old, old)
  }
  new AuditLog(folder, DAY_MS)
  await expect.poll(() => readdirSync(folder).sort()).toEqual(['audit-2020-01-01-00000001.jsonl', 'other.jsonl'])
})
