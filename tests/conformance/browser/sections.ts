import type { Section } from '../row'
import type { PageFixtures } from './fixtures'
import { EMBEDS, IMAGES } from './media'
import { PAGE } from './page'
import { ANCHORS, CONTENTS } from './reading'
import { FRAMEWORK } from './responses'
import { SEARCH } from './search'
import { CODE, VIEWS } from './states'

/** Statements that only a browser or a server can verify. */
export const BROWSER_SECTIONS: Section<PageFixtures>[] = [
  PAGE,
  CONTENTS,
  ANCHORS,
  CODE,
  IMAGES,
  EMBEDS,
  VIEWS,
  SEARCH,
  FRAMEWORK,
]
