import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import { showSearchPage } from '@/components/search/search-page-results'
import { showShortcuts } from '@/components/search/shortcut-sheet'
import { showSearch } from '@/components/search/show-search'
import { showClientError } from './client-error'
import { mountCollection } from './collection/mount'
import { hydrateIsland } from './hydrate-island'
import { zoom } from './zoom/zoom'

// The islands that need React, in one script: a visitor who shows intent waits for one request.
// For the islands of a site folder, which share React with these.
export {
  hydrateIsland,
  jsxRuntime,
  mountCollection,
  React,
  showClientError,
  showSearch,
  showSearchPage,
  showShortcuts,
  zoom,
}
