import { listEdits } from './plan.mjs'

export const WORKSPACE_EDITS = listEdits({
  'lib/workspace/diagrams.ts': [
    ['estimateDiagramWork(drawn) <= LIMITS.diagram', 'true', 'a diagram of multiplied connections takes minutes'],
    ['source.length > LIMITS.diagramCharacters', 'false', 'a diagram of 100 kB is read'],
  ],
  'lib/workspace/address.ts': [
    [
      "|| scheme === 'tel') &&",
      "|| scheme === 'tel' || scheme === 'javascript') &&",
      'a javascript address can be opened',
    ],
    ["return !address.startsWith('//') &&", 'return', 'an address of another host is accepted as a path'],
    ['.replace(/[\\s"<>`]/gu, encodeURIComponent)', '', 'quotes in an address can end an attribute'],
  ],
  'lib/workspace/text.ts': [
    [
      "kind === 'u' && typeof value === 'string') return names.user?.(value) ?? ''",
      "kind === 'u' && typeof value === 'string') return value",
      'a person is shown by id',
    ],
  ],
  'lib/workspace/dates.ts': [
    [
      'return new Date(ms).getUTCMonth() === month - 1 && new Date(ms).getUTCDate() === date ? ms : undefined',
      'return ms',
      'the 30th of February is a day',
    ],
  ],
  'lib/workspace/query/filters.ts': [
    [
      'return negative ? (each) => !holds(each) : holds',
      'return holds',
      'a negated condition keeps what it should hide',
    ],
    [
      'is_before: (day, { from }) => day < from',
      'is_before: (day, { from }) => day <= from',
      'before a day includes the day',
    ],
  ],
  'lib/workspace/query/aggregate.ts': [
    ['!COUNTS_ROWS.has(name) &&', 'false &&', 'the sum of only some rows is shown'],
    [
      'return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2',
      'return sorted[Math.floor(middle)] ?? 0',
      'the median of two numbers is the lower one',
    ],
  ],
  'lib/workspace/formula/formula.ts': [
    ['depth > MAX_DEPTH || this.#steps > MAX_STEPS', 'false', 'an endless formula is evaluated'],
  ],
  'lib/workspace/clean/block.ts': [
    [
      'if (isRow && isLost(raw, cleaned)) properties[key] = UNREADABLE\n    else if',
      'if',
      'an unreadable access property counts as empty',
    ],
    ['if (record.is_template === true) {', 'if (false) {', 'templates are published'],
  ],
  'lib/workspace/clean/json.ts': [['else if (!SECRET.test(name)) {', 'else {', 'secrets of automations are stored']],
  'lib/workspace/clean/extras.ts': [
    [
      'return name && !/\\S@\\S/.test(name) ? name : undefined',
      'return name || undefined',
      'a mail address is shown as a name',
    ],
  ],
  'lib/workspace/budget.ts': [
    [
      'new Budget(isReduced ? SPENT : units)',
      'new Budget(units)',
      'the reduced version of a page takes as long as the full one',
    ],
  ],
  'lib/workspace/property-values.ts': [
    [
      'cut = items > LIMITS.listed || characters > LIMITS.listedCharacters',
      'cut = false',
      'rollups of rollups grow tenfold',
    ],
    [
      'if (text.length + word.length > LIMITS.listedCharacters) ',
      'if (false) ',
      'a text of many words is not truncated',
    ],
    ['optionTables.set(options, table)', '', 'every cell searches all options'],
  ],
  'lib/workspace/formula/patterns.ts': [
    ['  spend(cost, budget)', '', 'patterns have no budget'],
    ['(?:\\]|$)/g', '\\]/g', 'the estimate of a pattern takes quadratic time'],
  ],
  'lib/workspace/formula/dates.ts': [['spend(CALENDAR_COST, env.budget)', '', 'dates with time zones have no costs']],
  'lib/workspace/formula/moments.ts': [['([^[\\\\]]*)', '([^\\\\]]*)', 'a date format takes quadratic time']],
  'lib/workspace/read/page-text.ts': [
    [
      'if (characters < line.length) return onCut()',
      'if (characters < line.length) return',
      'editors are not notified of texts that are searched only in part',
    ],
  ],
  'lib/workspace/read/scripts.ts': [
    ["? 'rtl' : 'ltr'", "? 'ltr' : 'ltr'", 'Arabic runs from left to right'],
    ["? 'zh-Hant' : 'zh'", "? 'zh' : 'zh'", 'traditional Chinese gets simplified texts'],
  ],
  'lib/workspace/read/tex.ts': [
    ['trust: false', 'trust: true', 'a formula can link to a script'],
    ['if (tokens > LIMITS.equationTokens)', 'if (false)', 'an equation has no limit of tokens'],
    ['COSTS.token * tokens + html.length', 'COSTS.token * tokens', 'small equations render megabytes of markup'],
    ['if (countPlaceholders(value) > LIMITS.macroPlaceholders)', 'if (false)', 'an equation takes seconds'],
  ],
  'lib/workspace/clean/passwords.ts': [
    ['if (COMPUTED.has(type) || ', 'if (', 'a row whose password is a formula is published'],
    ["if (type !== 'title') delete block.properties[id]", '', 'the password stays in the row'],
    ['block.locked === undefined ? (sealTyped', 'true ? (sealTyped', 'the last of two passwords opens a row'],
    ['hasVisibleText(password) && password.length <= MAX_LENGTH', 'true', 'a blank password opens a row'],
    ['waiting.push(id, name)', '', 'a formula that reads a password formula by name is shown'],
  ],
  'lib/workspace/clean/trash.ts': [
    [
      '&& isInTrash(block)) block.alive = false',
      '&& false) block.alive = false',
      'a page in a deleted block is published',
    ],
  ],
  'lib/workspace/read/headed-table.ts': [
    ['.toLowerCase() === heading', ' === heading', 'a table headed `Access` is not read'],
  ],
  'lib/workspace/read/access-table.ts': [
    [
      'known === undefined ? text : `${known}\\n${text}`',
      'text',
      'the last of two access words counts, not the strictest',
    ],
  ],
  'lib/workspace/read/split.ts': [
    ["top?.type === 'collection_view_page'", 'top === undefined', 'database pages are empty'],
    ['(!block.alive || PAGE_TYPES.has(block.type))', 'PAGE_TYPES.has(block.type)', 'deleted blocks are stored'],
    [
      'if (block.alive) blocks[id] = createBarePage(block)',
      'if (block.alive) blocks[id] = block',
      'a page contains the titles of its child pages',
    ],
  ],
  'lib/workspace/escape-html.ts': [["'\"': '&quot;',", '', 'a quote ends an attribute']],
  'lib/workspace/query/row-values.ts': [
    ['if (!budget.spend(READ_COST * (1 + countItems(value)))) return TOO_COSTLY', '', 'rollups have no budget'],
    ['chain >= MAX_CHAIN', 'false', 'long chains of formulas overflow the stack'],
  ],
  'lib/workspace/read/head-properties.ts': [['visible === false', 'visible === true', 'hidden properties are shown']],
  'lib/workspace/values.ts': [
    ["key !== '' && !(key in Object.prototype)", "key !== ''", 'a property named like an inherited one is looked up'],
  ],
})
