import type { Section } from './row'
import { SEARCH_ANSWERS } from './statements/search-results'
import { SERVER } from './statements/server'
import { SIGN_IN } from './statements/sign-in'

/** Statements about the server's own functions. They run in Node.js, because Next.js's server code breaks in a DOM. */
export const SERVER_SECTIONS: Section[] = [SEARCH_ANSWERS, SERVER, SIGN_IN]
