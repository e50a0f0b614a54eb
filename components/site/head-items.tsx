import { resolveAddress } from '@/lib/base-path'
import type { Head, HeadScript } from '@/lib/site-folder/head'
import { MESSAGES_ATTRIBUTE } from '@/messages/overrides'

/** What the site folder adds to the head of a page. React moves links, metas and asynchronous scripts there. */
export function HeadItems({ head: { links, metas, scripts } }: { head: Head }) {
  return (
    <>
      {metas.map((meta) => (
        <meta key={JSON.stringify(meta)} {...meta} />
      ))}
      {links.map(({ href = '', ...link }) => (
        <link key={JSON.stringify([link, href])} {...link} href={resolveAddress(href)} />
      ))}
      {scripts.map((script) => (
        <Script key={JSON.stringify(script)} script={script} />
      ))}
    </>
  )
}

function Script({ script: { src, inline, strategy, attributes } }: { script: HeadScript }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the operator's script, which the policy allows by its hash
  if (inline !== undefined) return <script {...attributes} dangerouslySetInnerHTML={{ __html: inline }} />
  const timing =
    strategy === 'module' ? { type: 'module' } : { defer: strategy === 'defer', async: strategy === 'async' }
  return <script {...attributes} {...timing} src={resolveAddress(src ?? '')} />
}

/** The texts of scripts that the operator replaced, for the browser. */
export const ReplacedTexts = ({ json }: { json: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot end the element
  <script type="application/json" {...{ [MESSAGES_ATTRIBUTE]: '' }} dangerouslySetInnerHTML={{ __html: json }} />
)
