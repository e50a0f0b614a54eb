import { type BuiltWorkspace, buildWorkspace } from './builder'
import { art, files, previews } from './content/files'
import { home } from './content/home'
import { ines, teodor } from './content/people'

/** Returns the sample workspace, which is also the handbook. */
export function sampleWorkspace(): BuiltWorkspace {
  return buildWorkspace(home, { users: [ines, teodor], emojis: { pilcrow: art('mark.png') }, files, previews })
}
