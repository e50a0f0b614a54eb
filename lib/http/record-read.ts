import 'server-only'
import { type AuditEntry, recordAudit } from '../audit-log'
import { getPerson } from '../auth/viewer'
import { getRuntime } from '../runtime'
import { getEnv } from '../settings/env'

/** Adds what the user who is signed in reads or does to the audit log, if there is one. Others are not recorded. */
export async function recordForViewer(entry: Omit<AuditEntry, 'person'>): Promise<void> {
  if (getRuntime().auditLog === undefined || !entry.viewer.signedIn) return
  recordAudit({ ...entry, person: await getPerson() }, getEnv())
}
