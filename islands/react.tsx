import { showSearchPage } from '@/components/search/search-page-results'
import { showShortcuts } from '@/components/search/shortcut-sheet'
import { showSearch } from '@/components/search/show-search'
import { showClientError } from './client-error'
import { mountCollection } from './collection/mount'
import { zoom } from './zoom/zoom'

// The islands that need React, in one script: a visitor who shows intent waits for one request.
export { mountCollection, showClientError, showSearch, showSearchPage, showShortcuts, zoom }
