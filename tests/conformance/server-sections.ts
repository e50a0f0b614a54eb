import type { Section } from './row'
import { SEARCH_RESULTS } from './statements/search-results'
import { SERVER } from './statements/server'
import { SIGN_IN } from './statements/sign-in'

/** Statements about functions of the server. They run in Node.js, because the server code of Next.js does not work in a DOM. */
export const SERVER_SECTIONS: Section[] = [SEARCH_RESULTS, SERVER, SIGN_IN]
