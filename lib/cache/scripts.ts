import { addBasePath } from '../base-path'

/** The base path is known only once the environment was read. */
const getFolder = () => addBasePath('/_next/static/chunks/')

/** Matches the script elements and preload links that Next.js renders for its chunks. Relies on the order of their attributes. */
function createPattern(): RegExp {
  const chunk = `${getFolder()}([\\w.~-]+)\\.js"`
  return new RegExp(
    `<script src="${chunk} async=""></script>|<link rel="preload"(?=[^>]* as="script")[^>]* href="${chunk}[^>]*/>`,
    'g',
  )
}

/**
 * Delays the scripts of a document until its text is first painted: on a slow connection they would compete with the
 * fonts that the text needs. A background tab never paints, so there they load at once.
 */
export function deferScripts(html: string): string {
  const end = html.indexOf('</head>')
  const pattern = createPattern()
  const names = new Set([...html.matchAll(pattern)].flatMap(([, script, preloaded]) => script ?? preloaded ?? []))
  if (end < 0 || names.size === 0) return html
  const rest = html.slice(end).replace(pattern, '')
  return `${html.slice(0, end).replace(pattern, '')}<script>${writeLoader([...names])}</script>${rest}`
}

/** Whether an inline script was written by `deferScripts`. */
export function isChunkLoader(script: string): boolean {
  const [, names] = /^\{let n="([\w.~ -]+)"/.exec(script) ?? []
  return names !== undefined && script === writeLoader([names])
}

/** Returns the script that loads the chunks. It sets the attributes that Next.js looks for, so that no chunk is fetched twice. */
function writeLoader(names: readonly string[]): string {
  return [
    `{let n="${names.join(' ')}".split(" "),d=document,`,
    'go=()=>{for(let e;n[0];d.head.append(e))e=d.createElement("script"),e.async=!0,',
    `e.src="${getFolder()}"+n.shift()+".js"};`,
    // The first paint may be of the background alone, before the font of the text has arrived.
    'if(d.hidden)go();else{new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&go())',
    '.observe({type:"paint",buffered:!0});setTimeout(go,4e3)}}',
  ].join('')
}
