import { expect, test } from 'vitest'
import { createBlockTable, createOtherTypesTable, listApiTypesWithoutRow, listUnshown } from './blocks'
import {
  createFilterTable,
  createPropertyTable,
  createRollupTable,
  createSettingTable,
  createViewTable,
  listApiPropertiesWithoutRow,
  splitNumberFormats,
} from './databases'
import { quote } from './tables'
import { createFormatTable, listApiKindsWithoutRow, splitFunctions } from './texts'

/**
 * The types of both packages are keys of typed records, so that the type check names those without a row. The page is written again by
 * `npx vitest run tests/unit/repository/notion-support --update`.
 */
test('docs/notion-support.md is made from the code', async () => {
  const [functions, formats] = [splitFunctions(), splitNumberFormats()]
  expect([...functions.unknown, ...formats.unknown]).toEqual([])
  const page = `# What is shown of Notion

Each row is a type of \`notion-types\` 8.0 or of \`@notionhq/client\` 5.26. A test makes this page, and fails if one of the
types has no row. What blocks, texts and properties become, what is searched, calculated and filtered, and which views
are shown is found out by running the code; the other descriptions are written by hand. What the official API does not
return is listed in [publishing](publishing.md).

- [Blocks](#blocks), [text](#text)
- Databases: [views](#views), [properties](#properties), [rollups and calculations](#rollups-and-calculations),
  [formulas](#formulas), [filters](#filters), [numbers](#numbers)

## Blocks

${createBlockTable()}

The official API has one type for all embeds; their addresses decide. Other types of record maps:

${createOtherTypesTable()}

## Text

${createFormatTable()}

## Views

All views show only rows that the visitor may read, with the filters, sorts, groups and sub-items of Notion.

${createViewTable()}

The settings of views have these effects. Colors that depend on conditions and the colors of board columns are not shown: neither API documents them. A group that an editor hid is left out, with its count.

${createSettingTable()}

## Properties

${createPropertyTable()}

## Rollups and calculations

They count only rows that the visitor may read.

${createRollupTable()}

## Formulas

The result that Notion stored is shown if the visitor may read all rows on which it may depend. Otherwise the site
calculates the older formulas, whose functions are 
${functions.known.map(quote).join(', ')}.
The newer ones are texts without a public definition: their results are shown or left out.

## Filters

A filter of a view that the site does not know leads to the rows that Notion returned for the view at the last sync.

${createFilterTable()}

## Numbers

They are formatted in the language of the site, in each format of Notion:
${formats.known.map(quote).join(', ')}.
`
  await expect(page).toMatchFileSnapshot('../../../../docs/notion-support.md')
})

test('each type of the official API has a row', () => {
  // Editors insert copies of a template, which is itself not content.
  expect(listApiTypesWithoutRow()).toEqual(['template'])
  expect(listApiPropertiesWithoutRow()).toEqual([])
  expect(listApiKindsWithoutRow()).toEqual([])
})

test('the examples of blocks are shown', () => {
  expect(listUnshown()).toEqual([])
})
