import { beforeAll, describe, expect, it } from 'vitest'
import { drawDiagram, loadDiagrams } from '@/lib/page/text/diagram'
import { BUDGETS, createPageBudgets } from '@/lib/workspace/budget'
import { estimateDiagramWork } from '@/lib/workspace/diagrams'
import { lowerLimits } from '@/tests/support/lower-limits'
import { type BlockInit, createStoredPage, createTestContext, prepareTestBody } from './stored-page'

const createDiagram = (title: string, caption = ''): BlockInit => ({
  type: 'code',
  title,
  properties: { language: 'Mermaid', caption },
})

beforeAll(() => loadDiagrams(createStoredPage([createDiagram('graph TD')])))

describe('diagrams', () => {
  it('are drawn, with the source as a code block', () => {
    const { blocks } = prepareTestBody([createDiagram('graph TD\nA-->B', 'How it works')])
    const source = { type: 'code', html: expect.stringContaining('graph'), language: 'Mermaid' }
    expect(blocks).toEqual([
      {
        type: 'diagram',
        caption: 'How it works',
        children: [source],
        html: expect.stringMatching(/^<svg .*<\/svg>$/s),
      },
    ])
  })

  it('have unique ids', () => {
    const { blocks } = prepareTestBody([createDiagram('graph TD\nA-->B'), createDiagram('graph TD\nA-->B')])
    const ids = blocks.flatMap((block) => (block.type === 'diagram' ? block.html.match(/id="[^"]+"/g) : []))
    expect(new Set(ids).size).toBe(4)
  })

  it('contain hostile labels as text', () => {
    const labels = '<script>alert(1)</script> "</text></svg><img src=x onerror=alert(1)> &lt;b&gt; &#xFDD0; end'
    const svg = drawDiagram(`sequenceDiagram\nparticipant A as ${labels}\nA->>A: ${labels}`, 'd', {})
    expect(svg).toContain('&lt;script&gt;')
    expect(svg).toContain('&amp;lt;b&amp;gt; &amp;#xFDD0;')
    expect(svg?.match(/<[/a-z]+/g)?.filter((tag) => /script|img/.test(tag))).toEqual([])
  })

  it.each([
    ['entities', 'erDiagram\nA ||--o{ B : x\nB }o--|| C : y', ['A', 'x', 'B', 'C', 'y']],
    ['labels of nodes named before', 'graph TD\nA --> B\nB[Berth]', ['Berth']],
  ])('contain %s', (_, source, texts) => {
    const svg = drawDiagram(source, 'd', {}) ?? ''
    const found = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(found).toEqual(expect.arrayContaining(texts))
  })

  it.each([['composition'], ['aggregation']])('have the diamond of a %s beside the box of the class', (type) => {
    const svg = drawDiagram('classDiagram\nA *-- B\nA o-- C', 'd', {})
    expect(svg).toMatch(new RegExp(`<marker id="d-cls-${type}"[^>]* refX="12"`))
  })

  it('show only the source if drawing fails, or if the budget of the page is spent', () => {
    const notes: string[] = []
    const context = { ...createTestContext(), note: (note: string) => notes.push(note) }
    // The renderer computes no size for a self-loop that is disconnected from the other nodes.
    const blockInits = [createDiagram('pie\n"a" : 1'), createDiagram('graph TD\nA-->A\nB-->C')]
    expect(prepareTestBody(blockInits, context).blocks.map(({ type }) => type)).toEqual(['code', 'code'])
    expect(notes).toEqual(['A diagram was not drawn: The drawing has no size'])

    const source = 'graph TD\nA --> B'
    const all = Array.from({ length: 3 }, () => createDiagram(source))
    lowerLimits(BUDGETS, { diagrams: 2.5 * estimateDiagramWork(source.split('\n')) })
    const getTypes = (isReduced: boolean) =>
      prepareTestBody(all, { ...createTestContext(), budgets: createPageBudgets(isReduced) }).blocks.map(
        ({ type }) => type,
      )
    expect(getTypes(false)).toEqual(['diagram', 'diagram', 'code'])
    expect(getTypes(true)).toEqual(['code', 'code', 'code'])
  })
})
