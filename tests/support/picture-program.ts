import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { SocialImageFacts } from '@/lib/pictures/social-image'

/** The program of the picture process, with an environment like that of a site. */
export function startPictureProgram(stateDir: string) {
  const child = fork(path.resolve('dist/pictures.mjs'), [], {
    serialization: 'advanced',
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, STATE_DIR: stateDir, WORKSPACE_DIR: 'workspace' },
  })
  let id = 0
  return {
    /** Draws the social image of a title, without the name of the site. */
    async draw(title: string, direction: SocialImageFacts['direction'] = 'ltr'): Promise<Uint8Array> {
      id += 1
      const facts: SocialImageFacts = {
        title,
        siteName: title,
        direction,
        accent: '#b83a1b',
        paper: '#fbfaf7',
        ink: '#1d1b19',
        muted: '#69635b',
      }
      child.send({ id, name: 'drawSocialImage', input: facts })
      const [response] = (await once(child, 'message')) as [{ result?: Uint8Array; failed?: string }]
      if (response.result === undefined) throw new Error(`${title}: ${response.failed}`)
      return response.result
    },
    stop: () => child.kill('SIGKILL'),
  }
}
