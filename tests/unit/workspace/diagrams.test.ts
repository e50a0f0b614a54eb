import { describe, expect, it } from 'vitest'
import { isDiagram, readDiagram } from '@/lib/workspace/diagrams'
import { rewriteFlowLine } from '@/lib/workspace/flow-lines'

describe('readDiagram', () => {
  it.each([
    ['flowcharts', 'graph\n  A --> B'],
    ['state diagrams', 'stateDiagram-v2\n[*] --> A\nstate B {\nA-->C : done\n}\nC : A name\nstate "Long name" as D'],
    [
      'sequence diagrams',
      'sequenceDiagram\nautonumber\nactor A as Ada\nA->>+B: Hi\nB--)A:Ho\nNote over A,B: Why\nloop Often\nA-xB: a\nend',
    ],
    ['class diagrams', 'classDiagram\nclass A {\n+int any : thing\n}\nA <|-- B\nA "1" --> "*" C : owns\nA : +run()'],
    ['entity relationship diagrams', 'erDiagram\nA ||--o{ B : has\nB {\nstring name PK "the name"\n}'],
  ])('reads %s', (_, source) => {
    expect(readDiagram(source)).toHaveLength(source.split('\n').length)
  })

  it('reads a diagram in one line, without comments, colors and links', () => {
    expect(readDiagram('graph TD; A-->B;B-->C;')).toEqual(['graph TD', 'A --> B', 'B --> C'])
    const source =
      '%% comment\ngraph TD\nA-->B;\nstyle A fill:#f00\nclick A "https://example.com"\nclassDef x fill:#fff'
    expect(readDiagram(source)).toEqual(['graph TD', 'A --> B'])
  })

  it('names each node with its last label, and adds it to the first subgraph that contains it', () => {
    const source =
      'graph TD\nA-->B\nsubgraph P\nB\nC --> D\nend\nsubgraph Q\nB --> E\nend\nB[Old]\nB(New) --> F\nA --> B'
    expect(readDiagram(source)).toEqual([
      'graph TD',
      'A --> B(New)',
      'subgraph P',
      'B(New)',
      'C[C] --> D[D]',
      'end',
      'subgraph Q',
      'B --> E[E]',
      'end',
      'B(New)',
      'B(New) --> F',
      'A --> B(New)',
    ])
  })

  it.each([
    ['A }o--|| B : has', 'A {o--|| B : has'],
    ['A }o..o{ B : "}o"', 'A {o..o{ B : "}o"'],
    ['A }|--|{ B : has', 'A }|--|{ B : has'],
  ])('reads the relation %s', (line, rewritten) => {
    expect(readDiagram(`erDiagram\n${line}`)).toEqual(['erDiagram', rewritten])
  })

  it('reads actors as participants', () => {
    expect(readDiagram('sequenceDiagram\nactor A as actor')?.[1]).toBe('participant A as actor')
  })

  it.each([
    ['of 100 kB', `graph TD\n${'A-->B\n'.repeat(17_000)}`],
    ['with 51 long lines', `graph TD\n${`A[${'a'.repeat(400)}]\n`.repeat(51)}`],
    ['with a too long line', `graph TD\nA[${'a'.repeat(600)}]`],
    ['with too many lines', `graph TD\n${'A-->B\n'.repeat(151)}`],
    ['whose connections multiply', `graph TD\n${'A & '.repeat(30)}A --> B`],
    ['with an endless axis', 'xychart-beta\ny-axis 90000000000000000 --> 90000000000000001\nbar [1]'],
    ['of another type', 'pie\n"a" : 1'],
    ['with a line of an unsupported kind', 'sequenceDiagram\nA->>B: Hi\nbox Group'],
    ['with a connection of an unsupported kind', 'graph TD\nA --o B'],
    ['with a plain line between classes', 'classDiagram\nA -- B'],
    ['with a dotted line between classes', 'classDiagram\nA .. B'],
    ['with an unknown cardinality', 'erDiagram\nA {|--|| B : has'],
    ['that is empty', ' \n%% nothing'],
  ])('refuses a diagram %s', (_, source) => {
    expect(readDiagram(source)).toBeUndefined()
  })
})

describe('rewriteFlowLine', () => {
  it.each([
    ['A-->B', 'A --> B'],
    ['A---B', 'A --- B'],
    ['A[One]---->B("Two; 2")', 'A[One] --> B("Two; 2")'],
    ['A-- yes -->B', 'A -->|yes| B'],
    ['A--yes---B', 'A ---|yes| B'],
    ['A -. maybe .-> B', 'A -.->|maybe| B'],
    ['A == sure ==> B', 'A ==>|sure| B'],
    ['A <--> B-.-C', 'A <--> B -.- C'],
    ['A -->|a label| B & C:::red --> D{{E}}', 'A -->|a label| B & C --> D{{E}}'],
    ['x-y[(Data)]', 'x-y[(Data)]'],
    ['开 --> A', 'u5f00[开] --> A'],
  ])('rewrites %s', (line, rewritten) => {
    expect(rewriteFlowLine(line)).toBe(rewritten)
  })

  it.each(['A -->', 'A B', 'A --> B[x', 'A ~~~ B', 'A@{ shape: rect }', 'A["f[0]"] --> B', '--> A', 'A & --> B'])(
    'refuses %s',
    (line) => {
      expect(rewriteFlowLine(line)).toBeUndefined()
    },
  )
})

it('isDiagram recognizes diagrams by their language', () => {
  expect(['Mermaid', 'mermaid', 'Markdown', undefined].map(isDiagram)).toEqual([true, true, false, false])
})
