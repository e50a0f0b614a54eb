import type { Section } from './row'
import { BLOCK_PROPERTIES } from './statements/block-properties'
import { BLOCKS } from './statements/blocks'
import { CALLS } from './statements/calls'
import { CARDS } from './statements/cards'
import { CONSTANTS } from './statements/constants'
import { ERRORS } from './statements/errors'
import { FORMAT } from './statements/format'
import { GROUPS } from './statements/groups'
import { GROUPS_BY_TYPE } from './statements/groups-by-type'
import { INLINE } from './statements/inline'
import { MEDIA_BLOCKS } from './statements/media-blocks'
import { NUMBERS } from './statements/numbers'
import { PROPERTIES } from './statements/properties'
import { RECORDS } from './statements/records'
import { RULES } from './statements/rules'
import { VIEWS } from './statements/views'
import { VIEWS_BY_DATE } from './statements/views-by-date'

/** Statements about rendered pages. They run in a DOM. */
export const SECTIONS: Section[] = [
  RECORDS,
  BLOCKS,
  MEDIA_BLOCKS,
  FORMAT,
  BLOCK_PROPERTIES,
  INLINE,
  VIEWS,
  VIEWS_BY_DATE,
  GROUPS,
  GROUPS_BY_TYPE,
  CARDS,
  PROPERTIES,
  NUMBERS,
  RULES,
  CONSTANTS,
  CALLS,
  ERRORS,
]
