import { escapeHtml } from '../../../lib/workspace/escape-html'

/** Returns a document that sends visitors and search engines from a former path to the page, for hosts without redirects. */
export function writeStub(to: string, siteOrigin: string): string {
  const target = escapeHtml(to)
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${escapeHtml(decodeURI(to))}</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${escapeHtml(siteOrigin)}${target}">
<meta http-equiv="refresh" content="0; url=${target}">
</head>
<body>
<p><a href="${target}">${escapeHtml(decodeURI(to))}</a></p>
</body>
</html>
`
}
