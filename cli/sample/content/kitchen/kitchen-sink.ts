import { page } from '../../pages'
import { note, p } from '../../prose'
import { propertiesPage, viewsPage } from './databases'
import { inlinePage } from './inline'
import { longPage } from './long'
import { embedsPage, mediaPage } from './media'
import { layoutPage, textPage } from './text'

export const kitchenSink = page('Kitchen sink', { key: 'kitchen-sink', icon: '🚰', created: '2026-02-24' }, [
  p(
    'Everything the site can show, once each. Editors come here to see how a block will look; developers, to see that it still does.',
  ),
  note(
    '🌍',
    'All other pages of this handbook load nothing from anywhere else. [One page](embeds) below does, because that is its subject.',
    'blue_background',
  ),
  textPage,
  inlinePage,
  layoutPage,
  mediaPage,
  embedsPage,
  propertiesPage,
  viewsPage,
  longPage,
])
