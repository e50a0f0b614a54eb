import path from 'node:path'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { expect, onTestFinished, test } from 'vitest'
import { createMarkdownTree } from '@/lib/formats/markdown'
import { writeMarkdown } from '@/lib/formats/write-markdown'
import { getPageContent } from '@/lib/page/content'
import { getRuntime } from '@/lib/runtime'
import { readEnv } from '@/lib/settings/env'
import { PUBLIC } from '@/lib/site/access'
import { prepareSite } from '@/lib/site/prepare/prepare-site'
import { Site } from '@/lib/site/site'
import { openWorkingCopy, readSavedIndex } from '@/lib/site/working-copy'
import { sampleItems } from '@/tests/support/complete'
import { fixtureSets, fixturesDir } from '@/tests/support/fixtures'
import { createTemporaryFolder } from '@/tests/support/folders'
import { SITE } from './support'

const parse = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm(), math()], mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()] })

/** Returns the text of a node without spaces. Bars in equations are written as commands in cells. */
function getText(node: Nodes): string {
  if (node.type === 'html' && node.value === '<br>') return ''
  if (node.type === 'inlineMath')
    return `$${node.value.replaceAll('\\vert', '|').replaceAll('\\Vert', '\\|')}$`.replace(/\s/g, '')
  if ('value' in node) return node.value.replace(/\s/g, '')
  return 'children' in node ? node.children.map(getText).join('') : ''
}
const listNodes = (node: Nodes, type: string): Nodes[] => [
  ...(node.type === type ? [node] : []),
  ...('children' in node ? node.children.flatMap((child) => listNodes(child, type)) : []),
]
const describeTree = (tree: Nodes) => ({
  text: getText(tree),
  cells: listNodes(tree, 'tableCell').map(getText),
  equations: [...listNodes(tree, 'math'), ...listNodes(tree, 'inlineMath')].map(getText),
})

test.each(['workspace', ...fixtureSets.map((set) => path.join(fixturesDir ?? '', set))])(
  'each Markdown copy of %s has the words, cells and equations of its page, and no character references',
  async (dir) => {
    const env = readEnv({ WORKSPACE_DIR: dir, STATE_DIR: createTemporaryFolder() }, process.cwd())
    await prepareSite(env, Date.now())
    const store = openWorkingCopy(env)
    const index = await readSavedIndex(store)
    if (index === undefined) throw new Error(`${dir} could not be prepared`)
    const site = new Site(index)
    const before = getRuntime().site
    onTestFinished(() => {
      getRuntime().site = before
    })
    getRuntime().site = { store, site: Promise.resolve(site), last: site }
    const pages = index.pages.filter(({ access, readable }) => readable && access.kind === 'public')
    expect(pages.length).toBeGreaterThan(0)
    for (const page of sampleItems(pages, 4)) {
      const tree = createMarkdownTree(page, await getPageContent(site, page, PUBLIC), { siteUrl: SITE, locale: 'en' })
      const markdown = writeMarkdown(tree.children)
      expect(describeTree(parse(markdown)), page.path).toEqual(describeTree(tree))
      const codes = [...listNodes(tree, 'code'), ...listNodes(tree, 'inlineCode')].map(getText).join()
      if (!codes.includes('&#x')) expect(markdown).not.toMatch(/(?<!\\)&#x/)
    }
  },
)
