import ts from 'typescript'

const CLIENT = 'node_modules/@notionhq/client/build/src/index.d.ts'
/** Objects with only an id. The API returns them only where no other type is allowed; elsewhere they are objects that lost their fields. */
const CUT = new Set([
  'PartialPageObjectResponse',
  'PartialBlockObjectResponse',
  'PartialDatabaseObjectResponse',
  'PartialDataSourceObjectResponse',
  'PartialDataSourceViewObjectResponse',
])

/** Known differences between real responses and the client's types. Recorded responses contain each of them. */
const DEVIATIONS: readonly { problem: RegExp; reason: string }[] = [
  { problem: /^response\.request_id is unknown$/, reason: 'in all responses, but in no type' },
  { problem: /\.properties\.[^.]+\.description is unknown$/, reason: 'of a property of a data source' },
  { problem: /\.properties\.[^.]+\.has_more is unknown$/, reason: 'of a relation in a page' },
  { problem: /\.properties\.[^.]+ is of the unknown type (?:button|verification|place)$/, reason: 'of data sources' },
  { problem: /\.quick_filters\.[^.]+\.\w+ is unknown$/, reason: 'the types allow no condition at all' },
]

/** Compares values with the types of Notion's official client, which the compiler reads from its declarations. */
export class ShapeChecker {
  readonly #checker: ts.TypeChecker
  readonly #types: ReadonlyMap<string, ts.Symbol>

  constructor() {
    const options = { strict: true, skipLibCheck: true, types: [], lib: ['lib.es2022.d.ts'] }
    const program = ts.createProgram([CLIENT], options)
    this.#checker = program.getTypeChecker()
    const file = program.getSourceFile(CLIENT)
    const module = file && this.#checker.getSymbolAtLocation(file)
    if (module === undefined) throw new Error(`${CLIENT} is missing`)
    this.#types = new Map(this.#checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]))
  }

  /** Returns how a value differs from an exported type; an empty list if it does not. */
  check(typeName: string, value: unknown): string[] {
    const exported = this.#types.get(typeName)
    if (exported === undefined) throw new Error(`The client exports no type ${typeName}`)
    const symbol = exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported
    const problems = this.#compare(this.#checker.getDeclaredTypeOfSymbol(symbol), value, 'response')
    return problems.filter((each) => !DEVIATIONS.some(({ problem }) => problem.test(each)))
  }

  #compare(type: ts.Type, value: unknown, path: string): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return []
    if (type.isUnion()) return this.#compareUnion(type, value, path)
    if (value === null) return type.flags & ts.TypeFlags.Null ? [] : [`${path} is null`]
    if (type.isStringLiteral() || type.isNumberLiteral()) {
      return type.value === value ? [] : [`${path} is ${JSON.stringify(value)}, not ${JSON.stringify(type.value)}`]
    }
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return this.#checker.typeToString(type) === JSON.stringify(value) ? [] : [`${path} is ${JSON.stringify(value)}`]
    }
    if (type.flags & ts.TypeFlags.String) return typeof value === 'string' ? [] : [`${path} is not a string`]
    if (type.flags & ts.TypeFlags.Number) return typeof value === 'number' ? [] : [`${path} is not a number`]
    if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [`${path} is not empty`]
    if (type.flags & ts.TypeFlags.Never) return [`${path} is unknown`]
    if (this.#checker.isArrayType(type)) return this.#compareArray(type, value, path)
    return this.#compareObject(type, value, path)
  }

  #compareArray(type: ts.Type, value: unknown, path: string): string[] {
    if (!Array.isArray(value)) return [`${path} is not a list`]
    const [item] = this.#checker.getTypeArguments(type as ts.TypeReference)
    return value.flatMap((each, index) => (item === undefined ? [] : this.#compare(item, each, `${path}[${index}]`)))
  }

  #compareObject(type: ts.Type, value: unknown, path: string): string[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is not an object`]
    const fields = new Map(this.#checker.getPropertiesOfType(type).map((symbol) => [symbol.name, symbol]))
    // The client's types still contain it, but the API omits it since version 2026-03-11.
    fields.delete('archived')
    const others = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type
    const found = Object.entries(value).flatMap(([key, each]) => {
      const field = fields.get(key)
      const fieldType = field === undefined ? others : this.#checker.getTypeOfSymbol(field)
      return fieldType === undefined ? [`${path}.${key} is unknown`] : this.#compare(fieldType, each, `${path}.${key}`)
    })
    const missing = [...fields].flatMap(([key, field]) => {
      return field.flags & ts.SymbolFlags.Optional || key in value ? [] : [`${path}.${key} is missing`]
    })
    return [...found, ...missing]
  }

  /** Compares with the member that fits best. */
  #compareUnion(type: ts.UnionType, value: unknown, path: string): string[] {
    const whole = type.types.filter((member) => !CUT.has(member.aliasSymbol?.name ?? ''))
    const members = whole.length > 0 ? whole : type.types
    const sameKind = members.filter((member) => this.#isOfKind(member, value))
    const kind = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
    if (sameKind.length === 0 && kind !== undefined) return [`${path} is of the unknown type ${kind}`]
    const results = (sameKind.length > 0 ? sameKind : members).map((member) => this.#compare(member, value, path))
    return results.sort((a, b) => a.length - b.length)[0] ?? []
  }

  /** Whether the fields that name a kind, such as `type`, have the values of the type. */
  #isOfKind(type: ts.Type, value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false
    return this.#checker.getPropertiesOfType(type).every((field) => {
      const fieldType = this.#checker.getTypeOfSymbol(field)
      return !fieldType.isStringLiteral() || (value as Record<string, unknown>)[field.name] === fieldType.value
    })
  }
}
