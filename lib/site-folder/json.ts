import { findNodeAtLocation, getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** A JSON file of the site folder, which may contain comments. */
export interface JsonFile {
  value: unknown
  /** Returns the line of a value, from 1. A value that is missing has the line of what should contain it. */
  findLine(path: readonly (string | number)[]): number
}

/** Parses a JSON file with comments. Returns the first mistake as a sentence, such as `line 3: a comma is missing`. */
export function parseJsonFile(text: string): JsonFile | string {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const countLines = (offset: number) => text.slice(0, offset).split('\n').length
  const [first] = errors
  if (first !== undefined || root === undefined) {
    const what = first === undefined ? 'it is empty' : (ERRORS[printParseErrorCode(first.error)] ?? 'it is not JSON')
    return `line ${countLines(first?.offset ?? 0)}: ${what}`
  }
  const findLine = (path: readonly (string | number)[]): number => {
    const node = findNodeAtLocation(root, [...path])
    // A property has the line of its name.
    if (node !== undefined) return countLines((node.parent?.type === 'property' ? node.parent : node).offset)
    return path.length === 0 ? 1 : findLine(path.slice(0, -1))
  }
  return { value: getNodeValue(root), findLine }
}

const ERRORS: Readonly<Record<string, string | undefined>> = {
  CommaExpected: 'a comma is missing',
  ColonExpected: 'a colon is missing',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is text after the end',
  UnexpectedEndOfString: 'a text has no closing quote',
  InvalidSymbol: 'a text is not in double quotes',
}
