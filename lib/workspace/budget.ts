/**
 * The work that stored content may cause. It is counted rather than timed, so that a page is the same on every machine. One unit is
 * roughly the cost of reading one character. What exceeds a budget is shown in a reduced form, and editors get a remark.
 */
export const BUDGETS = {
  /** The formulas and rollups of one page. */
  computed: 100_000_000,
  /** The rows and values that the databases of one page go through, see `COSTS`. */
  databases: 100_000_000,
  /** The formulas of all rows, for the search index. */
  search: 300_000_000,
  /** The equations of one page: the characters of their markup, which is much longer than their source, and their tokens. */
  equations: 1_500_000,
  /** The colors of the code of one page, see `estimateCodeWork`. */
  code: 120_000_000,
  /** The elements of the diagrams of one page, see `estimateDiagramWork`. */
  diagrams: 600,
} as const

/** What a single thing may cost at most. */
export const LIMITS = {
  /** Values that a rollup shows, and their characters. */
  listed: 200,
  listedCharacters: 20_000,
  /** Widgets of a dashboard, and of the dashboards of one database those that the sync requests. */
  widgets: 200,
  /** Blocks that the synced blocks of a page may add to it. */
  synced: 50_000,
  /** Characters of an equation's source, tokens that KaTeX processes, and placeholders of one macro. */
  equation: 10_000,
  equationTokens: 40_000,
  macroPlaceholders: 50,
  /** The colors of one code block, see `estimateCodeWork`. */
  code: 40_000_000,
  /** The steps of a pattern in a formula, estimated for the worst case, and the characters after a replacement. */
  pattern: 5_000_000,
  replacement: 100_000,
  /** Characters of a diagram, its elements, the characters of a line, and those of the drawing. */
  diagramCharacters: 20_000,
  diagram: 300,
  diagramLine: 500,
  drawing: 300_000,
} as const

/** Units that a database takes each time it goes through a row, a value or a group, and KaTeX for a token after macro expansion. */
export const COSTS = { row: 300, value: 30, group: 300, token: 10 } as const

/** What one page has left of each budget. */
export type PageBudgets = Record<'computed' | 'databases' | 'equations' | 'code' | 'diagrams', Budget>

/** Returns the budgets of a page. In its reduced form nothing is left for what may take long to compute. */
export function createPageBudgets(isReduced = false): PageBudgets {
  const createBudget = (units: number) => new Budget(isReduced ? SPENT : units)
  return {
    computed: createBudget(BUDGETS.computed),
    databases: new Budget(BUDGETS.databases),
    equations: createBudget(BUDGETS.equations),
    code: createBudget(BUDGETS.code),
    diagrams: createBudget(BUDGETS.diagrams),
  }
}

const SPENT = -1

/** Work that is left. */
export class Budget {
  #left: number

  constructor(units: number) {
    this.#left = units
  }

  /** Takes the units; false if there are not as many left, and then nothing is left. */
  spend(units: number): boolean {
    this.#left = units <= this.#left ? this.#left - units : -1
    return this.#left >= 0
  }

  /** What is left; 0 if more was needed. */
  get left(): number {
    return Math.max(0, this.#left)
  }

  get isSpent(): boolean {
    return this.#left < 0
  }
}
