import 'server-only'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { IMAGE_PACKAGES } from './image-fonts'

/** Returns the packages of fonts for images that are installed. */
export const listInstalledFonts = (): string[] =>
  IMAGE_PACKAGES.filter((name) => existsSync(path.resolve(/*turbopackIgnore: true*/ 'node_modules', name)))
