'use client'

import { createContext, use } from 'react'

/** What a page's body says by itself. The first six are read before a name: `Play: Big Buck Bunny`. */
export interface PageWords {
  linkTo: string
  play: string
  open: string
  codeIn: string
  zoomIn: string
  zoomOut: string
  contents: string
  breadcrumb: string
  table: string
  copy: string
  copied: string
  copyFailed: string
}

export const ENGLISH: PageWords = {
  linkTo: 'Link to this section',
  play: 'Play',
  open: 'Open',
  codeIn: 'Code',
  zoomIn: 'Enlarge the picture',
  zoomOut: 'Make the picture small again',
  contents: 'Contents',
  breadcrumb: 'Where this page is',
  table: 'Table',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copy failed',
}

export const WordsContext = createContext(ENGLISH)

export function useWords(): PageWords {
  return use(WordsContext)
}
