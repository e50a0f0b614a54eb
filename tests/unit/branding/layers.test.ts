import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SHEETS = readdirSync('styles').filter((name) => name.endsWith('.css'))
const read = (name: string) => readFileSync(`styles/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const listImports = (css: string) => [...css.matchAll(/@import "([^"]+)"([^;]*);/g)]

test('every rule of the design is in its cascade layer, so that rules of a theme override it', () => {
  const imported = new Set(SHEETS.flatMap((name) => listImports(read(name)).map(([, file]) => file?.replace('./', ''))))
  expect(imported).toContain('base.css')
  for (const name of SHEETS) {
    const css = read(name)
    for (const [rule, , layer] of listImports(css)) expect(layer, `${name}: ${rule}`).toBe(' layer(design)')
    if (imported.has(name)) expect(css, name).not.toContain('@layer')
    else expect(hasOnlyLayers(css), name).toBe(true)
  }
})

test('the layers of the design, the theme and the site folder are declared in this order', () => {
  expect(read('index.css').trim()).toMatch(/^@layer design, theme, site;/)
})

/** Whether a style sheet consists of layers and imports, besides rules about the sign-in service, whose styles are in no layer. */
function hasOnlyLayers(css: string): boolean {
  const rest = css
    .replace(/@layer design \{\n[\s\S]*?\n\}/g, '')
    .replace(/@(?:import|layer) [^{;]*;|@media [^{]*\{/g, '')
  return [...rest.matchAll(/[^{}]+(?=\{)/g)].every(([selector]) => selector.includes('.cl-'))
}
