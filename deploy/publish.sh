#!/usr/bin/env bash
# What action.yml runs in the folder of a repository: installs, copies the workspace, exports it, and writes a summary. The settings
# come from the environment: SITE_URL, NOTION_ROOT_PAGE, HOST, OUT, FINDINGS.
set -euo pipefail
code=$(cd "$(dirname "$0")/.." && pwd)
for name in SITE_URL NOTION_ROOT_PAGE HOST OUT; do
  # Without a root page, the export would be that of the sample.
  [ -n "${!name:-}" ] || { echo "::error::$name is empty: set it under Settings → Secrets and variables → Actions"; exit 1; }
done

options=(--omit=dev --no-audit --no-fund --loglevel=error)
if grep -qs '"node_modules/colophon"' package-lock.json; then
  # The repository has Colophon as a dependency, and so decides about the version.
  npm ci "${options[@]}"
  colophon() { npx colophon "$@"; }
else
  (cd "$code" && npm install --no-save "${options[@]}")
  export COLOPHON_PROJECT=$PWD
  colophon() { node "$code/tools/run.mjs" "$@"; }
fi

# Caches expire after a week without a run, and with them the former paths of pages. The site has them, too.
mkdir -p "$OUT"
redirects=$OUT/redirects.json
[ -e "$redirects" ] || curl -fsSL --max-time 60 "${SITE_URL%/}/redirects.json" -o "$redirects" || rm -f "$redirects"

# A page that cannot be fetched or rendered keeps its last copy, and the rest is published. Exit code 2 of the sync means that.
incomplete=false
status=0
colophon sync || status=$?
case $status in
  0) ;;
  2) incomplete=true ;;
  *) echo '::error::The workspace could not be copied: see above'; exit 1 ;;
esac
colophon export "$OUT" --host "$HOST" || incomplete=true
[ -e "$OUT/index.html" ] || { echo '::error::Nothing was exported: see above'; exit 1; }
[ "$incomplete" = false ] || echo '::warning::Some pages kept their previous copy: see the log'
echo "incomplete=$incomplete" >> "${GITHUB_OUTPUT:-/dev/null}"

# The summary of a public repository is public, and findings name drafts and members pages, so by default it only counts them.
findings=$(mktemp)
colophon check > "$findings" || true
{
  echo '### Colophon'
  echo
  # Indented text is code, in which names of pages are no Markdown.
  if [ "${FINDINGS:-false}" = true ]; then sed 's/^/    /' "$findings"; else tail -n 1 "$findings" | sed 's/^/    /'; fi
} >> "${GITHUB_STEP_SUMMARY:-/dev/stdout}"
rm -f "$findings"
