import { type BuiltWorkspace, buildWorkspace } from './builder'
import { readContent, readContentFiles } from './reader/content'

/** Returns the sample workspace, which is also the handbook. */
export function sampleWorkspace(folder?: string): BuiltWorkspace {
  const content = readContent(readContentFiles(folder))
  return buildWorkspace(content.readRoot(), content.options)
}
