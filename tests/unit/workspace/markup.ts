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
const EXECUTABLE = /^(?:javascript|vbscript|data:(?!image\/(?:png|jpeg|gif|webp|avif);base64,))/i
/** Interactive elements, which browsers split apart if they are nested. */
const INTERACTIVE: ReadonlySet<string> = new Set(['a', 'button'])

/** Returns what is unsafe or broken in markup that the server rendered, each fault as one line. */
export function findMarkupFaults(html: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  // Properties of islands are data, in which no character begins a tag.
  const withoutData = html.replace(/<script type="application\/json" data-islands>[^<]*<\/script>/g, '')
  const rest = withoutData
    .replace(/<!--.*?-->/gs, '')
    .replace(TAG, (_, close: string, name: string, attributes: string) => {
      const tag = name.toLowerCase()
      if (!close && FORBIDDEN.has(tag)) faults.push(`<${tag}>`)
      if (INTERACTIVE.has(tag)) {
        if (close) open.pop()
        else if (open.push(tag) > 1) faults.push(`<${tag}> in <${open.at(-2)}>`)
      }
      for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE))
        faults.push(...findAttributeFaults(key, decodeEntities(value)))
      return ''
    })
  if (/[\uFDD0-\uFDEF]/.test(html)) faults.push('noncharacters')
  if (rest.includes('<')) faults.push(`broken markup at ${rest.slice(rest.indexOf('<'), rest.indexOf('<') + 80)}`)
  return faults
}

function findAttributeFaults(key: string, value: string): string[] {
  const name = key.toLowerCase()
  if (name.startsWith('on') || name === 'srcdoc') return [`${name}="${value}"`]
  // Browsers drop these characters before they parse an address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check searches for control characters
  if (ADDRESSES.has(name) && EXECUTABLE.test(value.replace(/[\u0000-\u0020]/g, ''))) return [`${name}="${value}"`]
  if (name === 'style' && /position\s*:\s*fixed|expression\(/i.test(value)) return [`${name}="${value}"`]
  return []
}

function decodeEntities(value: string): string {
  return value
    .replace(/&#x([0-9a-f]+);/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
