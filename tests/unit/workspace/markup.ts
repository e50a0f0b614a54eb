const TAG = /<(\/?)([a-z][\w-]*)((?:[^"<>]|"[^"]*")*)>/gi
const ATTRIBUTE = /([^\s"=/]+)(?:="([^"]*)")?/g
const ADDRESSES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'srcset',
  'action',
  'formaction',
  'data',
  'poster',
  'xlink:href',
])
const FORBIDDEN: ReadonlySet<string> = new Set(['script', 'object', 'embed', 'base', 'meta', 'form', 'style', 'frame'])
const RUNS = /^(?:javascript|vbscript|data:(?!image\/(?:png|jpeg|gif|webp|avif);base64,))/i
/** What a browser takes apart when one lies in another. */
const INTERACTIVE: ReadonlySet<string> = new Set(['a', 'button'])

/** What is unsafe or broken in markup that a server drew. Each fault is one line; none means that all is well. */
export function markupFaults(html: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  const rest = html.replace(/<!--.*?-->/gs, '').replace(TAG, (_, close: string, name: string, attributes: string) => {
    const tag = name.toLowerCase()
    if (!close && FORBIDDEN.has(tag)) faults.push(`<${tag}>`)
    if (INTERACTIVE.has(tag)) {
      if (close) open.pop()
      else if (open.push(tag) > 1) faults.push(`<${tag}> in <${open.at(-2)}>`)
    }
    for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE))
      faults.push(...attributeFaults(key, decoded(value)))
    return ''
  })
  // The cache of pages tells texts by these.
  if (/[\uFDD0-\uFDEF]/.test(html)) faults.push('noncharacters')
  if (rest.includes('<')) faults.push(`broken markup at ${rest.slice(rest.indexOf('<'), rest.indexOf('<') + 80)}`)
  return faults
}

function attributeFaults(key: string, value: string): string[] {
  const name = key.toLowerCase()
  if (name.startsWith('on') || name === 'srcdoc') return [`${name}="${value}"`]
  // Browsers drop these characters before they read an address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (ADDRESSES.has(name) && RUNS.test(value.replace(/[\u0000-\u0020]/g, ''))) return [`${name}="${value}"`]
  if (name === 'style' && /position\s*:\s*fixed|expression\(/i.test(value)) return [`${name}="${value}"`]
  return []
}

function decoded(value: string): string {
  return value
    .replace(/&#x([0-9a-f]+);/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
