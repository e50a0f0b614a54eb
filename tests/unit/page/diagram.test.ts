import { beforeAll, describe, expect, it } from 'vitest'
import { drawDiagram, loadDiagrams } from '@/lib/page/text/diagram'
import { createPageBudgets } from '@/lib/workspace/budget'
import { bodyOf, contextOf, type Draft, storedPage } from './stored-page'

const diagram = (title: string, caption = ''): Draft => ({
  type: 'code',
  title,
  properties: { language: 'Mermaid', caption },
})

beforeAll(() => loadDiagrams(storedPage([diagram('graph TD')])))

describe('a diagram', () => {
  it('is drawn, with its source as a code block', () => {
    const { blocks } = bodyOf([diagram('graph TD\nA-->B', 'How it works')])
    const source = ['code', 0, 0, { html: expect.stringContaining('graph'), language: 'Mermaid' }]
    expect(blocks).toEqual([
      ['diagram', 'How it works', [source], { html: expect.stringMatching(/^<svg .*<\/svg>$/s) }],
    ])
  })

  it('has ids of its own', () => {
    const { blocks } = bodyOf([diagram('graph TD\nA-->B'), diagram('graph TD\nA-->B')])
    const ids = blocks.flatMap((block) => (block[0] === 'diagram' ? String(block[3].html).match(/id="[^"]+"/g) : []))
    expect(new Set(ids).size).toBe(4)
  })

  it('contains hostile labels as text', () => {
    const labels = '<script>alert(1)</script> "</text></svg><img src=x onerror=alert(1)> &lt;b&gt; &#xFDD0; end'
    const svg = drawDiagram(`sequenceDiagram\nparticipant A as ${labels}\nA->>A: ${labels}`, 'd', {})
    expect(svg).toContain('&lt;script&gt;')
    expect(svg).toContain('&amp;lt;b&amp;gt; &amp;#xFDD0;')
    expect(svg?.match(/<[/a-z]+/g)?.filter((tag) => /script|img/.test(tag))).toEqual([])
  })

  it('is only its source if it cannot be drawn, or when the budget of its page is spent', () => {
    const notes: string[] = []
    const context = { ...contextOf(), note: (note: string) => notes.push(note) }
    // The renderer has no size for a loop apart from the rest.
    const drafts = [diagram('pie\n"a" : 1'), diagram('graph TD\nA-->A\nB-->C')]
    expect(bodyOf(drafts, context).blocks.map(([type]) => type)).toEqual(['code', 'code'])
    expect(notes).toEqual(['A diagram was not drawn: The drawing has no size'])

    const many = Array.from({ length: 4 }, () => diagram(`graph TD\n${'A-->B\n'.repeat(60)}`))
    const types = (isReduced: boolean) =>
      bodyOf(many, { ...contextOf(), budgets: createPageBudgets(isReduced) }).blocks.map(([type]) => type)
    expect(types(false)).toEqual(['diagram', 'diagram', 'diagram', 'code'])
    expect(types(true)).toEqual(['code', 'code', 'code', 'code'])
  })
})
