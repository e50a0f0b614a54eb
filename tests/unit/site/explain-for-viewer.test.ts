import { describe, expect, it } from 'vitest'
import { readEnv } from '@/lib/settings/env'
import { combineAccess, inheritAccess, mayRead, PUBLIC, reduceToReaders } from '@/lib/site/access'
import { explainForViewer } from '@/lib/site/prepare/explain-for-viewer'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import type { Access, SiteIndex, Viewer } from '@/lib/site/site-index'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { writeCanaryWorkspace } from '../../support/canary-workspace'
import { writeClosedWorkspace } from '../../support/closed-workspace'
import { writeLanguagesWorkspace } from '../../support/languages-workspace'
import { writeMembersWorkspace } from '../../support/members-workspace'
import { createServiceKeys } from '../../support/sign-in/keys'
import { getSignInEnv } from '../../support/sign-in/visitor'
import { createFolder } from '../../support/site'

const ORGANIZATIONS = ['board', 'choir', 'editors', 'staff', 'club']
const VIEWERS: Viewer[] = [
  PUBLIC,
  { signedIn: true, organizations: [] },
  { signedIn: true, organizations: [], role: 'editor' },
  { signedIn: true, organizations: ORGANIZATIONS, role: 'editor' },
  ...ORGANIZATIONS.map((name): Viewer => ({ signedIn: true, organizations: [name] })),
]
const WORKSPACES: Record<string, () => string> = {
  sample: () => `${process.cwd()}/workspace`,
  members: () => writeMembersWorkspace().dir,
  canaries: () => writeCanaryWorkspace().dir,
  'closed pages': () => writeClosedWorkspace().dir,
  languages: writeLanguagesWorkspace,
}

async function readIndex(workspace: string, hasSignIn: boolean): Promise<SiteIndex> {
  const settings = { WORKSPACE_DIR: workspace, STATE_DIR: createFolder('explain'), SITE_URL: 'https://tides.example' }
  const env = readEnv(
    { ...settings, SITE_SECRET: 'a-secret-of-the-tests', ...(hasSignIn && getSignInEnv(createServiceKeys())) },
    '/',
  )
  await prepareSite(env, Date.now())
  const index = await readSavedIndex(openWorkingCopy(env))
  if (index === undefined) throw new Error('no index was saved')
  return index
}

describe.each(Object.keys(WORKSPACES))('explainForViewer, for all pages of the workspace %s', (name) => {
  it.each([true, false])('agrees with the decision for every viewer (sign-in: %s)', async (hasSignIn) => {
    const index = await readIndex(WORKSPACES[name]?.() ?? '', hasSignIn)
    expect(index.pages.length).toBeGreaterThan(2)
    for (const page of index.pages) {
      for (const viewer of VIEWERS) {
        const { isReadable, steps } = explainForViewer(page, index, viewer)
        const label = `${page.title} for ${JSON.stringify(viewer)}`
        expect(isReadable, label).toBe(mayRead(page.access, viewer))
        const deciding = steps.filter(({ decides }) => decides)
        expect(deciding, label).toHaveLength(isReadable ? 0 : 1)
        const all = steps.reduce<Access>((above, { own }) => inheritAccess(above, own), { kind: 'public' })
        // Without sign-in, what is for members is closed at the end.
        const isWithoutSignIn = page.access.kind === 'unpublished' && page.access.reason.why === 'no-sign-in'
        if (isWithoutSignIn) continue
        // The previews of a page do not depend on the viewer, and are not explained.
        expect(reduceToReaders(all), label).toEqual(reduceToReaders({ ...page.access, drafts: undefined } as Access))
        const at = steps.findIndex(({ decides }) => decides)
        const before = steps.slice(0, Math.max(at, 0)).map(({ own }) => own)
        expect(mayRead(before.reduce(combineAccess, { kind: 'public' }), viewer), label).toBe(true)
      }
    }
  })
})
