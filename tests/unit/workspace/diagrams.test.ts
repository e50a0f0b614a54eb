import { describe, expect, it } from 'vitest'
import { LIMITS } from '@/lib/workspace/budget'
import { estimateDiagramWork, isDiagram, isDrawn, readDiagram, rewriteFlowLine } from '@/lib/workspace/diagrams'
import { lowerLimits } from '@/tests/support/lower-limits'

describe('readDiagram', () => {
  it.each([
    [
      'state diagrams',
      'stateDiagram-v2\n[*] --> A\nstate B {\nA-->C : done\n}\nC : A name\nstate "Long name" as D',
      ['done', 'A name', 'Long name'],
      2,
    ],
    [
      'sequence diagrams',
      'sequenceDiagram\nactor A as Ada\nA->>+B: Hi\nB--)A:Ho\nNote over A,B: Why\nloop Often\nB->>A: a\nelse not\nend',
      ['Ada', 'Hi', 'Ho', 'Why', 'loop [Often]', 'a', '[not]'],
      3,
    ],
    [
      'class diagrams',
      'classDiagram\nclass A {\n+int size\n+get(int at) int\n+title: String\n}\nA <|-- B\nA "1" --> "*" C : owns\nA : +run()',
      ['+size: int', '+get(int at): int', '+title: String', '1', '*', 'owns', '+run()'],
      2,
    ],
    [
      'entity relationship diagrams',
      'erDiagram\nA ||--o{ B : "has many"\nB {\nstring name PK\n}',
      ['"has many"', 'string', 'name', 'PK'],
      1,
    ],
  ])('reads %s, with their texts and arrows', (_, source, texts, arrows) => {
    const read = readDiagram(source)
    expect(read?.lines).toHaveLength(source.split('\n').length)
    expect(read).toMatchObject({ texts, arrows })
  })

  it('reads flowcharts, with one text for each node', () => {
    const source =
      'graph\nA --> B & C\nA & B -- yes --> C[(Sea)]\nsubgraph S [The port]\nD\nend\nsubgraph The pier\nE\nend\nA-->S'
    expect(readDiagram(source)).toMatchObject({
      texts: ['yes', 'yes', 'The port', 'The pier', 'A', 'B', 'Sea', 'D', 'E'],
      arrows: 5,
    })
  })

  it('reads a diagram in one line, without comments, colors and links', () => {
    expect(readDiagram('graph TD; A-->B;B-->C;')?.lines).toEqual(['graph TD', 'A --> B', 'B --> C'])
    const source =
      '%% comment\ngraph TD\nA-->B;\nstyle A fill:#f00\nclick A "https://example.com"\nclassDef x fill:#fff\nclass A x'
    expect(readDiagram(source)?.lines).toEqual(['graph TD', 'A --> B'])
  })

  it('names each node with its last label, and adds it to the first subgraph that contains it', () => {
    const source =
      'graph TD\nA-->B\nsubgraph P\nB\nC --> D\nend\nsubgraph Q\nB --> E\nend\nB[Old]\nB(New) --> F\nA --> B'
    expect(readDiagram(source)?.lines).toEqual([
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
    expect(readDiagram(`erDiagram\n${line}`)?.lines).toEqual(['erDiagram', rewritten])
  })

  it('reads actors as participants', () => {
    expect(readDiagram('sequenceDiagram\nactor A as actor')?.lines[1]).toBe('participant A as actor')
  })

  it.each([
    ['with axes', 'xychart-beta\ny-axis 0 --> 10\nbar [1]'],
    ['of another type', 'pie\n"a" : 1'],
    ['with a line of an unsupported kind', 'sequenceDiagram\nA->>B: Hi\nbox Group'],
    ['with a connection of an unsupported kind', 'graph TD\nA --o B'],
    ['with a plain line between classes', 'classDiagram\nA -- B'],
    ['with a dotted line between classes', 'classDiagram\nA .. B'],
    ['with an unknown cardinality', 'erDiagram\nA {|--|| B : has'],
    ['with numbers of messages', 'sequenceDiagram\nautonumber\nA->>B: Hi'],
    ['with a message that is lost', 'sequenceDiagram\nA-xB: Hi'],
    ['with a line without a head', 'sequenceDiagram\nA->B: Hi'],
    ['with an entity that has another name', 'erDiagram\np[Person] {\nstring name\n}'],
    ['with a comment on an attribute', 'erDiagram\nP {\nstring name "the name"\n}'],
    ['with an abstract member', 'classDiagram\nclass A {\n+run()*\n}'],
    ['with a static member', 'classDiagram\nA : +count$'],
    ['with a generic member', 'classDiagram\nclass A {\nlist~int~ all\n}'],
    ['with a character by its name', 'graph TD\nA["Say #quot;hi#quot;"]'],
    ['with a character by its name at the end of a line', 'sequenceDiagram\nA->>B: Say #quot;'],
    ['with a title', '---\ntitle: Tides\n---\ngraph TD\nA --> B'],
    ['that is empty', ' \n%% nothing'],
  ])('refuses a diagram %s', (_, source) => {
    expect(readDiagram(source)).toBeUndefined()
  })
})

describe('readDiagram with a lower limit', () => {
  it.each<[what: string, lowered: Partial<Record<keyof typeof LIMITS, number>>]>([
    ['characters', { diagramCharacters: 40 }],
    ['characters of a line', { diagramLine: 16 }],
    // Lines, connections, and the square of the nodes that a line connects at once.
    ['elements', { diagram: 15 }],
  ])('refuses a diagram with too many %s', (_, lowered) => {
    const source = 'graph TD\nA[Low tide] --> B\nB & C & D --> E'
    expect(readDiagram(source)?.lines).toHaveLength(3)
    lowerLimits(LIMITS, lowered)
    expect(readDiagram(source)).toBeUndefined()
  })
})

it.each([
  ['graph TD\nA --> B', true],
  ['graph TD\nA@{ shape: rect }', true],
  ['graph TD\nimg --> B', true],
  ['graph TD\nA@{ img: "https://example.com/a.png" }', false],
  ['kanban\nA\n  B@{ "i\\x6dg": "https://example.com/a.png" }', false],
])('a diagram is drawn unless it may load a picture: %j, %s', (source, expected) => {
  expect(isDrawn(source)).toBe(expected)
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

it('estimateDiagramWork counts lines, connections, and the square of parallel nodes', () => {
  expect(estimateDiagramWork(['graph TD'])).toBe(2)
  expect(estimateDiagramWork(['graph TD', 'A --> B --> C'])).toBe(2 + 4)
  expect(estimateDiagramWork(['graph TD', 'A & B & C --> D'])).toBe(2 + 11)
})

it('isDiagram recognizes diagrams by their language', () => {
  expect(['Mermaid', 'mermaid', 'Markdown', undefined].map(isDiagram)).toEqual([true, true, false, false])
})
