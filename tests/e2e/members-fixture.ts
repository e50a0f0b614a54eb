import { type MembersSite, startMembersSite } from '../support/members-site'
import { test as base } from './base'

/** Tests of the site as its readers get it, each of whom may read something else: asked directly, without a browser. */
export const test = base.extend<object, { world: MembersSite }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from this pattern
    async ({}, use) => {
      const world = await startMembersSite()
      await use(world)
      await world.site.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
