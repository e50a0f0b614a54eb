import { describe, expect, it } from 'vitest'
import { highlightCode, markLines, readLineMarks } from '@/lib/page/text/code'

const highlightAndMark = (source: string, language: string) => {
  const { code, marks } = readLineMarks(source)
  return markLines(highlightCode(code, language).html, marks)
}

describe('readLineMarks', () => {
  it.each([
    ['a() // [!code highlight]', 'a()', 'mark'],
    ['a = 1  # [!code ++]', 'a = 1', 'ins'],
    ['<a/> <!-- [!code --] -->', '<a/>', 'del'],
    ['a {} /* [!code ++] */', 'a {}', 'ins'],
    ['<A /> {/* [!code ++] */}', '<A />', 'ins'],
    ['select 1 -- [!code --]', 'select 1', 'del'],
    ['// [!code ++]', '', 'ins'],
  ])('reads %s', (source, code, kind) => {
    expect(readLineMarks(source)).toEqual({ code, marks: new Map([[0, kind]]) })
  })

  it.each([
    'a() // [!code other]',
    'const sign = "[!code ++]"',
    'a() // [!code ++] and more',
    '// [!code ++] a()',
    'a[!code ++]',
    '// [!code',
  ])('leaves %s unchanged', (source) => {
    expect(readLineMarks(source)).toEqual({ code: source, marks: new Map() })
  })
})

describe('markLines', () => {
  it('puts an element around each marked line', () => {
    expect(highlightAndMark('a\nb // [!code --]\nc // [!code ++]', 'Plain Text')).toBe('a\n<del>b\n</del><ins>c</ins>')
  })

  it('closes and opens elements that span lines', () => {
    expect(highlightAndMark('/* a\nb // [!code highlight]\nc */', 'JavaScript')).toBe(
      '<span class="tc">/* a\n</span><mark><span class="tc">b\n</span></mark><span class="tc">c */</span>',
    )
  })

  it('does not mark lines inside many elements, so that the size of the markup stays linear', () => {
    const deep = `${'<span class="ts">'.repeat(30)}a\nb\n${'</span>'.repeat(30)}\nc`
    expect(markLines(deep, new Map([1, 3].map((line) => [line, 'ins'])))).toBe(deep.replace(/c$/, '<ins>c</ins>'))
  })
})
