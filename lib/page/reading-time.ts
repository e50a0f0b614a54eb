import type { SitePage } from '../site/site-index'

/** Words per minute. */
const READING_SPEED = 220

/** Returns the reading time of a page in minutes. One minute is not worth showing. */
export const getReadingMinutes = ({ words }: SitePage): number => Math.ceil(words / READING_SPEED)
