import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { parse } from 'yaml'
import { EDITOR_SETTING_NAMES, getRowName } from '@/lib/branding/editor-settings'
import { SITE_SETTINGS } from '@/lib/branding/site-settings'
import { PUBLIC_TOKENS, STABLE_CLASSES } from '@/lib/branding/tokens'
import { ROUTES } from '@/lib/routes'
import { SETTING_NAMES } from '@/lib/settings/env'
import { PROPERTY_NAMES } from '@/lib/site/row-facts'
import { listThemes } from '@/lib/site-folder/read-site-folder'
import { PROTECTING_PROPERTIES } from '@/lib/workspace/protecting-names'
import { parseFile } from '@/tests/support/imports'
import { BLOCKS, SLOTS } from '@/tools/slot-names.mjs'

/** Returns a line for each name that semantic versioning covers: its kind, and the name. */
export function listStableNames(): string[] {
  const commands = listCommands()
  const names: Record<string, Iterable<string>> = {
    setting: SETTING_NAMES,
    command: commands,
    option: commands.flatMap(listOptions),
    'npx colophon': listProjectCommands(),
    address: ROUTES.map(({ segment }) => `/${segment}`),
    property: [...Object.values(PROPERTY_NAMES), ...Object.values(PROTECTING_PROPERTIES)].flat(),
    'row of the Look table': EDITOR_SETTING_NAMES.map(getRowName),
    'key of site.json': Object.keys(SITE_SETTINGS.shape),
    theme: listThemes(),
    token: PUBLIC_TOKENS.map((name) => `--${name}`),
    class: STABLE_CLASSES.map((name) => `.${name}`),
    slot: SLOTS,
    block: BLOCKS,
    'export of colophon/site': listExports('components/slots/colophon-site.tsx'),
    'input of the action': Object.keys(parse(readFileSync('action.yml', 'utf8')).inputs),
  }
  return Object.entries(names).flatMap(([kind, each]) => [...new Set(each)].toSorted().map((name) => `${kind} ${name}`))
}

/** Returns the commands that the documentation lists for operators. */
function listCommands(): string[] {
  const [, table = ''] = /\n## Commands\n([\s\S]*)/.exec(readFileSync('docs/configuration.md', 'utf8')) ?? []
  return [...table.matchAll(/^\| `npm (?:run )?([\w:-]+)/gm)].map(([, name = '']) => name)
}

/** Returns the commands of a project that has Colophon as a dependency. */
function listProjectCommands(): string[] {
  const [, list = ''] = /COMMANDS = \{([^}]+)\}/.exec(readFileSync('tools/colophon.mjs', 'utf8')) ?? []
  return list.match(/[\w-]+(?='?: ')/g) ?? []
}

/** Returns the options that `--help` of a command lists. */
function listOptions(command: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'readArguments') {
      const options = findProperty(node.arguments[0], 'options')
      if (options !== undefined && ts.isObjectLiteralExpression(options))
        for (const { name, initializer } of options.properties.filter(ts.isPropertyAssignment))
          if (findProperty(initializer, 'isInternal') === undefined)
            found.push(`${command} --${ts.isStringLiteral(name) ? name.text : name.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  const file = `cli/${command.replace(':', '-')}.ts`
  if (ts.sys.fileExists(file)) visit(parseFile(file))
  return found
}

function findProperty(object: ts.Node | undefined, name: string): ts.Expression | undefined {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined
  const properties = object.properties.filter(ts.isPropertyAssignment)
  return properties.find((property) => property.name.getText() === name)?.initializer
}

/** Returns the names that a module exports, also types. */
function listExports(file: string): string[] {
  return parseFile(file).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      return statement.exportClause.elements.map(({ name }) => name.text)
    const isExported =
      ts.canHaveModifiers(statement) && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText())
    return ts.isFunctionDeclaration(statement) && statement.name ? [statement.name.text] : []
  })
}
