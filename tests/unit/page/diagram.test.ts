import { renderMermaidSVG } from 'beautiful-mermaid'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PreparedBlock } from '@/blocks/prepared-block'
import { drawDiagram, isCompleteDrawing, loadDiagrams } from '@/lib/page/text/diagram'
import { BUDGETS, createPageBudgets, LIMITS } from '@/lib/workspace/budget'
import { estimateDiagramWork, readDiagram } from '@/lib/workspace/diagrams'
import { lowerLimits } from '@/tests/support/lower-limits'
import { type BlockInit, createStoredPage, createTestContext, prepareTestBody } from './stored-page'

const createDiagram = (title: string, caption = ''): BlockInit => ({
  type: 'code',
  title,
  properties: { language: 'Mermaid', caption },
})

/** Returns who draws each block. A diagram that browsers draw has a button in the bar of its source. */
const getDrawnBy = (blocks: readonly PreparedBlock[]) =>
  blocks.map((block) => {
    if (block.type !== 'diagram') return undefined
    const [source] = block.children ?? []
    const isOnRequest = source?.type === 'code' && source.draw !== undefined
    expect(isOnRequest).toBe(block.html === undefined)
    return isOnRequest ? 'browser' : 'server'
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
    const ids = blocks.flatMap((block) => (block.type === 'diagram' ? block.html?.match(/id="[^"]+"/g) : []))
    expect(new Set(ids).size).toBe(4)
  })

  it('contain hostile labels as text', () => {
    const labels = '<script>alert(1)</script> "</text></svg><img src=x onerror=alert(1)> &amp & end'
    const svg = drawDiagram(`sequenceDiagram\nparticipant A as ${labels}\nA->>A: ${labels}`, 'd', {})
    expect(svg).toContain('&lt;script&gt;')
    expect(svg).toContain('&amp;amp &amp; end')
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

  it.each([
    ['the label of a state', 'stateDiagram-v2\nA --> Busy\nstate "Cooking the meal" as Busy'],
    ['the description of a state', 'stateDiagram-v2\nA --> B\nB : At sea'],
    ['the order of a name and its type', 'classDiagram\nclass Book {\n+title: String\n}'],
    ['the signs of bold text', 'graph TD\nA["**Low** tide"] --> B'],
    ['the shape of a node', 'graph TD\nA[/Low tide/] --> B'],
    ['a note before the first message', 'sequenceDiagram\nparticipant A\nNote over A: Low tide'],
  ])('are not drawn without %s', (_, source) => {
    expect(readDiagram(source)).toBeDefined()
    expect(drawDiagram(source, 'd', {})).toBeUndefined()
  })

  it('are not drawn without an arrow, or without one of two equal texts', () => {
    const { lines, ...parts } = readDiagram('graph TD\nA -->|x| B\nB -->|x| A') ?? { lines: [], texts: [], arrows: 0 }
    const drawing = renderMermaidSVG(lines.join('\n'))
    expect(isCompleteDrawing(drawing, parts)).toBe(true)
    expect(isCompleteDrawing(drawing.replace(/<polyline class="edge"[^>]*>/, ''), parts)).toBe(false)
    expect(isCompleteDrawing(drawing.replace(/<text[^>]*>x<\/text>/, ''), parts)).toBe(false)
  })

  it.each([
    ['texts in several lines', 'graph TD\nA["Low<br>tide"] --> B\nB --> A', ['Lowtide', 'B']],
    ['labels of several arrows', 'graph TD\nA & B -->|both| C', ['both', 'both', 'A', 'B', 'C']],
    ['members', 'classDiagram\nclass A {\n<<interface>>\n+int size\n+get(int at) int\n}', ['A', '+ size: int']],
    ['attributes', 'erDiagram\nA {\nstring name PK\n}', ['A', 'PK', 'string', 'name']],
    ['blocks of messages', 'sequenceDiagram\nloop Often\nA->>B: Hi\nend', ['loop [Often]', 'Hi', 'A', 'B']],
    ['names of states', 'stateDiagram-v2\nstate "At sea" as B\nA --> B : go\nA --> B : go', ['At sea', 'go', 'A']],
  ])('are drawn with %s', (_, source, texts) => {
    const svg = drawDiagram(source, 'd', {}) ?? ''
    const found = [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = '']) => text.replace(/<[^>]*>/g, ''))
    expect(found).toEqual(expect.arrayContaining(texts))
  })

  it.each([['composition'], ['aggregation']])('have the diamond of a %s beside the box of the class', (type) => {
    const svg = drawDiagram('classDiagram\nA *-- B\nA o-- C', 'd', {})
    expect(svg).toMatch(new RegExp(`<marker id="d-cls-${type}"[^>]* refX="12"`))
  })

  it('are drawn on request if drawing fails, or if the budget of the page is spent', () => {
    // The renderer computes no size for a self-loop that is disconnected from the other nodes.
    const blockInits = [createDiagram('pie\n"a" : 1'), createDiagram('graph TD\nA-->A\nB-->C')]
    expect(getDrawnBy(prepareTestBody(blockInits).blocks)).toEqual(['browser', 'browser'])

    const source = 'graph TD\nA --> B'
    const all = Array.from({ length: 3 }, () => createDiagram(source))
    lowerLimits(BUDGETS, { diagrams: 2.5 * estimateDiagramWork(source.split('\n')) })
    const draw = (isReduced: boolean) =>
      getDrawnBy(prepareTestBody(all, { ...createTestContext(), budgets: createPageBudgets(isReduced) }).blocks)
    expect(draw(false)).toEqual(['server', 'server', 'browser'])
    expect(draw(true)).toEqual(['browser', 'browser', 'browser'])
  })

  it('show only the source if it is too long', () => {
    const blockInits = [createDiagram('graph TD\nA-->B'), createDiagram('pie\n"a" : 1')]
    lowerLimits(LIMITS, { diagramCharacters: 11 })
    expect(getDrawnBy(prepareTestBody(blockInits).blocks)).toEqual([undefined, 'browser'])
  })
})
