import { escapeHtml } from '../../../lib/workspace/escape-html'

/** Returns a document that sends visitors and search engines from a former path to its target, for hosts without redirects. */
export function writeStub(to: string, siteOrigin: string): string {
  const target = escapeHtml(to)
  const isOwn = to.startsWith('/')
  const shown = escapeHtml(isOwn ? decodeURI(to) : to)
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${shown}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${isOwn ? escapeHtml(siteOrigin) : ''}${target}">
<meta http-equiv="refresh" content="0; url=${target}">
</head>
<body>
<p><a href="${target}">${shown}</a></p>
</body>
</html>
`
}
