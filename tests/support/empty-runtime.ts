import { getRuntime } from '@/lib/runtime'

// Vitest runs this before each test file. Those of a worker share its process, and must not find the site or the problems of the one before.
const runtime = getRuntime()
for (const name of Object.keys(runtime)) Reflect.deleteProperty(runtime, name)
