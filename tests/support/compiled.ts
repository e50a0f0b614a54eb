import { compileIfNeeded } from '@/tools/compile.mjs'

/** Compiles what documents contain of the scripts of pages, and the modules that Next.js imports compiled, before a run of Vitest. */
export default compileIfNeeded
