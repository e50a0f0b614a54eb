import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PropertyList } from '@/components/site/property-list'

test('shows names and values [N-145]', () => {
  const html = renderToStaticMarkup(
    <PropertyList
      properties={[
        { column: { name: 'Topic', kind: 'tags', values: [{ text: 'Maps', color: 'blue' }] }, cell: [0] },
        { column: { name: 'Done', kind: 'checkbox' }, cell: false },
      ]}
    />,
  )
  expect(html).toContain('<dt>Topic</dt><dd><span class="tag tag-blue">Maps</span></dd>')
  expect(html).toContain('type="checkbox"')
})
