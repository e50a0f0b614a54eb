const FOLDER = '/_next/static/chunks/'

/** A script of the framework that the document asks for as soon as it is read, or the word that it will be needed. */
const CHUNK = `${FOLDER}([\\w.~-]+)\\.js"`
const EARLY = new RegExp(
  `<script src="${CHUNK} async=""></script>|<link rel="preload"(?=[^>]* as="script")[^>]* href="${CHUNK}[^>]*/>`,
  'g',
)

/**
 * The same document, whose scripts are fetched once its first words are on the screen: on a slow line they would share it with
 * the faces that the words wait for. A tab that is not looked at paints nothing, so there they are fetched at once.
 */
export function withScriptsAfterFirstPaint(html: string): string {
  const end = html.indexOf('</head>')
  const names = new Set([...html.matchAll(EARLY)].flatMap(([, asked, told]) => asked ?? told ?? []))
  if (end < 0 || names.size === 0) return html
  const rest = html.slice(end).replace(EARLY, '')
  return `${html.slice(0, end).replace(EARLY, '')}<script>${loader([...names])}</script>${rest}`
}

/** Whether an inline script is one that `withScriptsAfterFirstPaint` writes. */
export function isChunkLoader(script: string): boolean {
  const [, names] = /^\{let n="([\w.~ -]+)"/.exec(script) ?? []
  return names !== undefined && script === loader([names])
}

/** The attributes are those that the framework looks for, so that it does not fetch a script again. */
function loader(names: readonly string[]): string {
  return [
    `{let n="${names.join(' ')}".split(" "),d=document,`,
    'go=()=>{for(let e;n[0];d.head.append(e))e=d.createElement("script"),e.async=!0,',
    `e.src="${FOLDER}"+n.shift()+".js"};`,
    'if(d.hidden)go();else{new PerformanceObserver(go).observe({type:"paint",buffered:!0});setTimeout(go,4e3)}}',
  ].join('')
}
