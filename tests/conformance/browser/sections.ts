import type { Section } from '../row'
import { PAGE } from './page'
import { ANCHORS, CONTENTS } from './reading'
import { CODE, FRAMEWORK, VIEWS } from './states'
import type { InBrowser } from './world'

/** Everything that the site is held to and only a browser, or a server, can show. */
export const BROWSER_SECTIONS: Section<InBrowser>[] = [PAGE, CONTENTS, ANCHORS, CODE, VIEWS, FRAMEWORK]
