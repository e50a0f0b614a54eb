import { escapeHtml } from '../../../lib/workspace/escape-html'

/** What the page shows about the address that was given. */
export type Outcome =
  | { kind: 'refused'; address: string; problem: string }
  /** `access` is a sentence: whether the page can be read, and what to do if it cannot. */
  | { kind: 'saved'; id: string; isReadable: boolean; access: string }

interface PageOptions {
  /** Where the sample is served. */
  siteUrl: string
  nonce: string
  outcome?: Outcome | undefined
}

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 Georgia, serif; }
html { background: Canvas; color: CanvasText; }
a { color: inherit; }
body { margin: 0 auto; padding: 3rem 1.25rem; max-width: 38rem; }
h1, h2 { line-height: 1.25; text-wrap: balance; }
h2 { margin-top: 2.5rem; font-size: 1.25rem; }
label { display: block; }
input { box-sizing: border-box; width: 100%; margin: .5rem 0; padding: .6rem; font: inherit; }
button { padding: .5rem 1rem; font: inherit; cursor: pointer; }
.command { display: flex; gap: .75rem; align-items: center; justify-content: space-between; }
code { overflow-wrap: anywhere; font: .9375rem/1.5 ui-monospace, monospace; }
[role=alert], [role=status]:not(:empty) { padding: .75rem 1rem; border-inline-start: .25rem solid; }
`

const SCRIPT = `
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copy]')
  if (button === null) return
  await navigator.clipboard.writeText(button.dataset.copy)
  document.getElementById('copied').textContent = 'Copied: ' + button.dataset.copy
})
`

/** Returns the document with the three steps from the sample to one's own site. It is in English, as the terminal is. */
export function renderFirstStart({ siteUrl, nonce, outcome }: PageOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Publish your own pages – Colophon</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>Publish your own pages</h1>
<p>Colophon serves its sample, which is also the handbook, at <a href="${siteUrl}">${siteUrl}</a>, as soon as the terminal
says so. Three steps lead to your own site. This page can only be opened on this machine.</p>
<h2>1. Share a page</h2>
<p>Choose the page in Notion that will be your home page; the pages below it become the site. Either publish it to the web
(Share → Publish), or keep it private: create a connection at
<a href="https://www.notion.so/profile/integrations">notion.so/profile/integrations</a>, add it to the page (••• →
Connections), and add this line with its secret to <code>.env</code>:</p>
<p><code>NOTION_INTEGRATION_TOKEN=ntn_…</code></p>
<h2>2. Give its address</h2>
${renderForm(outcome)}
<h2>3. Start again</h2>
<p>Stop the site in the terminal with <kbd>Ctrl</kbd>+<kbd>C</kbd>, and start it again:</p>
${renderCommand('npm run site')}
<p>If something is missing, this says what to do:</p>
${renderCommand('npm run doctor')}
<p id="copied" role="status"></p>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`
}

function renderForm(outcome: Outcome | undefined): string {
  const isRefused = outcome?.kind === 'refused'
  const problem = isRefused ? `<p id="problem" role="alert">${escapeHtml(outcome.problem)}</p>` : ''
  const described = isRefused ? ' aria-describedby="problem" aria-invalid="true"' : ''
  return `${outcome?.kind === 'saved' ? renderSaved(outcome) : ''}<form method="post">
<label for="page">Address of the page (in Notion: ••• → Copy link)</label>
<input id="page" name="page" type="text" inputmode="url" autocomplete="off" required${described} value="${escapeHtml(isRefused ? outcome.address : '')}">
${problem}
<button type="submit">Save in .env</button>
</form>`
}

const renderSaved = ({
  id,
  isReadable,
  access,
}: Extract<
  Outcome,
  { kind: 'saved' }
>): string => `<p role="${isReadable ? 'status' : 'alert'}">Saved in <code>.env</code>: <code>NOTION_ROOT_PAGE=${escapeHtml(id)}</code>. ${escapeHtml(access)}</p>
`

const renderCommand = (command: string): string =>
  `<p class="command"><code>${escapeHtml(command)}</code> <button type="button" data-copy="${escapeHtml(command)}" aria-label="Copy ${escapeHtml(command)}">Copy</button></p>`
