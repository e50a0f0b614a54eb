import { expect, test } from 'vitest'
import { createHeadScript } from '@/components/site/head-script'
import { ANNOUNCEMENT_SCRIPT } from '@/components/site/parts/announcement-script'
import { TEXT_SIZE_SCRIPT } from '@/components/site/parts/text-size-script'
import { readInlineScripts } from '@/lib/cache/inline-scripts'
import { createSpeculationRules } from '@/lib/cache/speculation-rules'

const CHUNK = '<script src="/_next/static/chunks/a-0.js" async=""></script>'
const RUNTIME =
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/a-0.js"],"runtimeModuleIds":[94553]});'

const OWN = [
  ['the head script', createHeadScript(false)],
  ['the script of announcements', ANNOUNCEMENT_SCRIPT],
  ['the script of the size of the text', TEXT_SIZE_SCRIPT],
  ['the head script of a site with sign-in', createHeadScript(true)],
  ['the speculation rules', createSpeculationRules()],
  ['the start of the runtime', RUNTIME],
  ['the start of the hydration data', '(self.__next_f=self.__next_f||[]).push([0])'],
  ['hydration data', String.raw`self.__next_f.push([1,"1:[\"$\",\"p\",null,{\"children\":\"\u003c/script>\"}]\n"])`],
  ['binary hydration data', 'self.__next_f.push([3,"AAEC"])'],
] as const

const FOREIGN = [
  ['any script', 'steal()'],
  ['a head script and another script', `${createHeadScript(false)};steal()`],
  ['another script and a head script', `steal();${createHeadScript(false)}`],
  ['other speculation rules', createSpeculationRules().replace('prefetch', 'prerender')],
  ['data with a function call', 'self.__next_f.push([1,steal()])'],
  ['data before another call', 'self.__next_f.push([1,"a"]);steal()'],
  ['data before another argument', 'self.__next_f.push([1,"a"],steal())'],
  ['data whose text ends early', String.raw`self.__next_f.push([1,"a\\"+steal()+"b"])`],
  ['data in a template literal', 'self.__next_f.push([1,`a`])'],
  ['data on two lines', 'self.__next_f.push([1,"a"])\nsteal()'],
  ['the start of the runtime and another script', `${RUNTIME}steal();`],
  ['the start of the runtime with a function call', RUNTIME.replace('94553', 'steal()')],
] as const

test.each(OWN)('recognizes %s as a script of the site or of Next.js', (_, script) => {
  expect(readInlineScripts(`<p>a</p><script id="_R_">${script}</script>`)).toEqual({ own: [script], foreign: [] })
})

test.each(FOREIGN)('reports %s as foreign', (_, script) => {
  expect(readInlineScripts(`<p>a</p><script>${script}</script>`)).toEqual({ own: [], foreign: [script] })
})

test('ignores JSON-LD and external scripts', () => {
  const data = '<script type="application/ld+json">{"@type":"Article"}</script>'
  expect(readInlineScripts(`${data}${CHUNK}<script type="module">steal()</script>`)).toEqual({
    own: [],
    foreign: ['steal()'],
  })
})
