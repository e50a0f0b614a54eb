import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PropertyList } from '@/components/page/collection/property-list'

test('names and values, a dash for an empty one', () => {
  const html = renderToStaticMarkup(
    <PropertyList
      properties={[
        { column: { name: 'Topic', kind: 'tags', values: [['Maps', 'blue']] }, cell: [0] },
        { column: { name: 'Note', kind: 'text' }, cell: null },
        { column: { name: 'Done', kind: 'checkbox' }, cell: false },
      ]}
    />,
  )
  expect(html).toContain('<dt>Topic</dt><dd><span class="tag tag-blue">Maps</span></dd>')
  expect(html).toContain('<dt>Note</dt><dd class="is-empty">–</dd>')
  expect(html).toContain('type="checkbox"')
})
