import { getRuntime } from '@/lib/runtime'

// Vitest runs this before each test file. Those of a worker share its process, and problems that one reported would be in the health of the next.
getRuntime().problems?.clear()
