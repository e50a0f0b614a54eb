import { showShortcuts } from '@/components/search/shortcut-sheet'
import { showSearch } from '@/components/search/show-search'
import { showStaticSearch } from '@/components/search/static-search'
import { showClientError } from './client-error'
import { mountCollection } from './collection/mount'
import { zoom } from './zoom'

// The islands that need React, in one script: a visitor who shows intent waits for one request.
export { mountCollection, showClientError, showSearch, showShortcuts, showStaticSearch, zoom }
