import { editsIn } from './plan.mjs'

export const WORKSPACE_EDITS = editsIn({
  'lib/workspace/address.ts': [
    [
      "|| scheme === 'tel') &&",
      "|| scheme === 'tel' || scheme === 'javascript') &&",
      'a script in an address can be followed',
    ],
    ["return !address.startsWith('//') &&", 'return', 'an address of another host passes for a path'],
    ['.replace(/[\\s"<>`]/gu, encodeURIComponent)', '', 'quotes end an attribute'],
    ['/^(?:mailto:|tel:|[#?])/i.test(address)', 'false', 'a mail address passes for a picture'],
  ],
  'lib/workspace/ids.ts': [
    ['if (!isWorkspaceHost(url.hostname)) return undefined', '', 'an id in the address of any host names a page'],
    ['(?:so|com)$/i', '(?:so|com)/i', 'a host that only begins like a workspace passes for one'],
    ["idAtEnd(url.searchParams.get('p') ?? '') ??", '', 'the page that is open on top is missed'],
  ],
  'lib/workspace/text.ts': [
    ['if (line.length <= longest) return line', '', 'a short excerpt ends in an ellipsis'],
    [
      "kind === 'u' && typeof value === 'string') return names.user?.(value) ?? ''",
      "kind === 'u' && typeof value === 'string') return value",
      'a person is shown by id',
    ],
    ['const unspaced = text.match(UNSPACED)?.length ?? 0', 'const unspaced = 0', 'Chinese text has no words'],
  ],
  'lib/workspace/dates.ts': [
    [
      'return new Date(ms).getUTCMonth() === month - 1 && new Date(ms).getUTCDate() === date ? ms : undefined',
      'return ms',
      'the 30th of February is a day',
    ],
    ['hours < 24 && minutes < 60', 'hours <= 24 && minutes < 60', '24:00 is a time'],
    ['start + 6 * 86_400_000', 'start + 7 * 86_400_000', 'a week has eight days'],
  ],
  'lib/workspace/numbers.ts': [
    [
      "useGrouping: format === 'number_with_commas'",
      "useGrouping: format !== 'number_with_commas'",
      'digits are grouped by default',
    ],
    ['WHOLE.has(format) ||', '', 'yen have decimals'],
  ],
  'lib/workspace/filters.ts': [
    ["node.operator === 'or' ? 'or' : 'and'", "'and'", 'one of several conditions becomes all of them'],
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
    ['const MAX_DEPTH = 50', 'const MAX_DEPTH = 5_000_000', 'a filter nested without end overflows the stack'],
  ],
  'lib/workspace/filter-dates.ts': [
    ['.getUTCDay() + 6) % 7), ', '.getUTCDay()) % 7), ', 'weeks start on Sunday'],
    [
      'date.setUTCDate(Math.min(dayOfMonth, last))',
      'date.setUTCDate(dayOfMonth)',
      'a month after 31 January is in March',
    ],
  ],
  'lib/workspace/sorts.ts': [
    [
      'Number(a === undefined) - Number(b === undefined)',
      'Number(b === undefined) - Number(a === undefined)',
      'empty rows come first',
    ],
    ["descending: direction === 'descending'", 'descending: false', 'no sort descends'],
  ],
  'lib/workspace/aggregate.ts': [
    [
      'return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2',
      'return sorted[Math.floor(middle)] ?? 0',
      'the median of two numbers is the lower one',
    ],
    ['return whole === 0', 'return part === 0', 'a share of nothing is nothing'],
  ],
  'lib/workspace/formula.ts': [
    ['depth > MAX_DEPTH || this.#steps > MAX_STEPS', 'false', 'a formula without end is evaluated'],
    ['Number.isFinite(value) ? { type', 'true ? { type', 'a division by zero is shown as Infinity'],
  ],
  'lib/workspace/formula-patterns.ts': [
    ['if (worstCost(pattern, text.length) > MAX_COST)', 'if (false)', 'a pattern can keep the process busy'],
    ['length > MAX_LENGTH ||', '', 'a replacement can fill the memory'],
  ],
  'lib/workspace/clean-text.ts': [
    ["new Set(['m', 'si', 'plc'])", "new Set(['si', 'plc'])", 'comments are reported as unknown formats'],
    ['if (STYLES.has(kind)) return [kind]', 'if (STYLES.has(kind)) return undefined', 'bold text is plain'],
  ],
  'lib/workspace/clean-block.ts': [
    [
      'if (isRow && isLost(raw, cleaned)) properties[key] = UNREADABLE\n    else if',
      'if',
      'an unreadable access property counts as empty',
    ],
    ['if (record.is_template === true) {', 'if (false) {', 'templates are published'],
  ],
  'lib/workspace/clean-json.ts': [
    ['else if (!SECRET.test(name)) {', 'else {', 'secrets of automations are stored'],
    ['if (depth === DEEPEST) {', 'if (false) {', 'settings nested without end overflow the stack'],
  ],
  'lib/workspace/clean-extras.ts': [
    [
      'return name && !/\\S@\\S/.test(name) ? name : undefined',
      'return name || undefined',
      'a mail address is shown as a name',
    ],
  ],
  'lib/workspace/tree.ts': [
    ['if (isTop) liftDeepest(block, blocks, holders, changes)', '', 'content nests deeper than a stack bears'],
  ],
  'lib/workspace/parents.ts': [
    [
      'else if (circles.has(node)) reparent(node, undefined, changes)',
      '',
      'a circle of pages remains',
      'The sweep after it takes the same circles apart.',
    ],
  ],
  'lib/workspace/synced.ts': [
    ['(open.get(target.id) ?? 0) > 0', 'false', 'a synced block that shows itself never ends'],
    ['total > MOST_SHOWN ||', '', 'synced blocks multiply a page without end'],
  ],
  'lib/workspace/trash.ts': [
    [
      '&& isLost(block)) block.alive = false',
      '&& false) block.alive = false',
      'a page in a deleted block is published',
    ],
  ],
  'lib/workspace/headed-table.ts': [
    ['.toLowerCase() === heading', ' === heading', 'a table headed `Access` is not read'],
  ],
  'lib/workspace/access-table.ts': [
    [
      'known === undefined ? words : `${known}\\n${words}`',
      'words',
      'the last of two access words counts, not the strictest',
    ],
  ],
  'lib/workspace/page-blocks.ts': [
    ['if (mayBeOfRoot && isSiteTable(table, this.#page.blocks)) return undefined', '', 'the access table is shown'],
    [
      'this.#own.has(container.id) || this.#rules.mayShow(container.id)',
      'true',
      'a synced block of a closed page is shown',
    ],
    ['around.length > DEEPEST || around.includes(block)', 'false', 'blocks that hold each other overflow the stack'],
    ['if (child?.alive) children', 'if (child) children', 'deleted blocks are shown'],
    ['if (!container?.alive) return', 'if (!container) return', 'a deleted synced block is shown'],
    ['count === 1 ? name : name + before + count', 'name', 'two headings have one anchor'],
  ],
  'lib/workspace/escape-html.ts': [["'\"': '&quot;',", '', 'a quote ends an attribute']],
  'lib/workspace/remarks.ts': [
    ['lacksAlt).length', 'lacksAlt).length * 0', 'pictures without a text are not reported'],
  ],
  'lib/workspace/row-values.ts': [
    ["checked: stored?.[0]?.[0] === 'Yes'", "checked: stored?.[0]?.[0] !== 'No'", 'an empty checkbox is ticked'],
    ['chain >= MAX_CHAIN', 'false', 'formulas that need one another overflow the stack'],
  ],
  'lib/workspace/head-properties.ts': [['visible === false', 'visible === true', 'hidden properties are shown']],
  'lib/workspace/values.ts': [
    ["key !== '' && !(key in Object.prototype)", "key !== ''", 'a property named like an inherited one is looked up'],
  ],
})
