import type { Env } from '../env'

/** Who may use the editors' desk: until there is sign-in, whoever runs the site on their own machine. */
export const mayUseDesk = (env: Env): boolean => env.development
