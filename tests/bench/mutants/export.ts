import { listEdits } from './plan.mjs'

export const EXPORT_EDITS = listEdits({
  'cli/lib/export/file-name.ts': [
    ["segment === '..' ||", '', 'a file is written outside of the folder'],
    ['bytes > MAX_BYTES', 'false', 'a name that is too long for file systems ends the export'],
  ],
  'cli/lib/export/document.ts': [
    ['.filter((each) => !HEADER_ONLY.test(each))', '', 'every page logs an error in the console'],
    [
      'const { own } = readInlineScripts(html)',
      'const { own, foreign } = readInlineScripts(html); own.push(...foreign)',
      'scripts from content may run on the search page',
    ],
  ],
  'cli/lib/export/links.ts': [["tag === 'link' && ", '', 'an example link in a text ends the export']],
  'cli/lib/export/plan.ts': [
    [
      'index.pages.filter(({ access }) => mayRead(access, PUBLIC))\n  const whole',
      'index.pages\n  const whole',
      'the export requests pages that are not public',
    ],
    ['site.showsFile(hash, PUBLIC)', 'hash !== undefined', 'files of pages that are not public are exported'],
    [
      'const version = subject + hashParts([key, page.version])',
      'const version = subject + page.version',
      'pages of another build are reused',
    ],
  ],
  'cli/lib/export/redirects.ts': [
    ['.filter(([, id]) => ids.has(id))', '', 'former paths of pages that are not public are published'],
  ],
  'cli/lib/export/output-folder.ts': [
    ['previous === undefined && !force &&', 'false &&', 'an export replaces a folder of other files'],
    [', await isThere(this.#former))', ', false)', 'an export that lost the folder reports that it is unchanged'],
  ],
  'cli/lib/export/swap.ts': [
    [
      "const isHidden = folder === '' && file.startsWith('.')",
      'const isHidden = false',
      'a forced export removes a repository',
    ],
    ['await keepForeignFiles(former, dir)\n', '', 'an export removes files that it did not write'],
    [' || (await isFile(target))', '', 'an export fails when a file has the name of a folder that no export wrote'],
    ['if (hasFormer && !(await isThere(dir)))', 'if (false)', 'a crash between two steps loses the folder'],
  ],
  'cli/lib/export/files.ts': [
    ['output.reuse(file, each.subject)', 'output.reuse(file)', 'a withdrawn page is published as another page'],
  ],
  'cli/lib/export/render.ts': [
    ['=== DRAWING)', "=== '')", 'the source of an SVG is exported'],
    [
      'isLasting: !isFallback(planned, response)',
      'isLasting: true',
      'a large picture permanently replaces its smaller copy',
    ],
  ],
  'cli/lib/export/nginx.ts': [
    [
      'map $request_uri $colophon',
      'map $uri $colophon',
      'a trailing slash redirects to another site',
      'Only nginx itself shows it: tests/processes/export-nginx.test.ts, which is not a fast test.',
    ],
  ],
  'cli/lib/export/hosts.ts': [
    ['isListed && ', '', 'the rules of a host contain unlisted pages'],
    ['!SPECIAL.test(decodeURI(from)) && ', '', 'a former path is misread as a rule'],
    ['.slice(0, most)', '', 'a host rejects all redirects because there are too many'],
  ],
  'lib/page/media-address.ts': [
    ['if (isDrawing(entry)) return', 'if (false) return', 'an exported SVG runs its scripts'],
    ['HARMLESS.test(entry.name) ? address :', 'true ? address :', 'an uploaded page runs its scripts in an export'],
  ],
})
