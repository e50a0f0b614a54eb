// The script of pages with diagrams that the server does not draw: draws one with Mermaid when its button is clicked. Mermaid is loaded then.

/** Drawings such as Gantt charts are as wide as their container. Below this width, in CSS pixels, they scroll. */
const MIN_WIDTH = 640

/** The HTML that labels may contain. */
const LABEL_TAGS = 'b br code del em i p s small span strong sub sup u'.split(' ')
/** Settings of Mermaid that a diagram cannot change. */
const OWN_SETTINGS = [
  ...['secure', 'securityLevel', 'startOnLoad', 'suppressErrorRendering', 'maxTextSize', 'maxEdges', 'dompurifyConfig'],
  ...['theme', 'themeCSS', 'themeVariables', 'fontFamily', 'altFontFamily'],
]

let count = 0

addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-diagram]') : null
  if (button && !button.hasAttribute('aria-busy')) void replaceWithDrawing(button)
})

async function replaceWithDrawing(button: HTMLButtonElement): Promise<void> {
  const details = button.closest('details')
  const { diagram: label = '', failed = '' } = button.dataset
  const text = button.firstElementChild
  if (details === null || text === null) return
  button.setAttribute('aria-busy', 'true')
  try {
    const drawing = document.createElement('div')
    drawing.setAttribute('role', 'group')
    drawing.tabIndex = 0
    drawing.setAttribute('aria-label', label)
    drawing.append(await draw(details.querySelector('code')?.textContent ?? '', label, details.offsetWidth))
    details.before(drawing)
    details.open = false
    button.remove()
    drawing.focus()
  } catch (error) {
    console.warn(error)
    text.textContent = failed
    button.removeAttribute('aria-busy')
  }
}

/** Returns a diagram as an image: its styles do not reach the page, its links and scripts do not work, and it loads nothing. */
async function draw(source: string, label: string, width: number): Promise<HTMLImageElement> {
  const { default: mermaid } = await import('mermaid')
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    // The default loads a script of half a megabyte.
    layout: 'dagre',
    // The style sheet inverts the drawing in the dark theme.
    theme: 'neutral',
    // Images have none of the site's fonts.
    fontFamily: 'system-ui, sans-serif',
    // Labels are in the page while they are measured, so they must load nothing.
    dompurifyConfig: { ALLOWED_TAGS: LABEL_TAGS, ALLOWED_ATTR: [] },
    secure: OWN_SETTINGS,
  })
  const container = document.createElement('div')
  container.inert = true
  container.style.cssText = `position:fixed;visibility:hidden;inline-size:${Math.max(MIN_WIDTH, width)}px`
  document.body.append(container)
  try {
    const { svg } = await mermaid.render(`diagram-${++count}`, source, container)
    return createImage(svg, label)
  } finally {
    container.remove()
  }
}

/** @throws Error if there is no drawing, or if it has no size */
function createImage(markup: string, label: string): HTMLImageElement {
  // Labels may contain HTML, which an image needs as XML.
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  const { width = 0, height = 0 } = svg?.viewBox.baseVal ?? {}
  if (svg === null || !(width > 0 && height > 0)) throw new Error('The drawing has no size')
  svg.setAttribute('width', `${width}`)
  svg.setAttribute('height', `${height}`)
  const image = new Image(Math.ceil(width), Math.ceil(height))
  image.alt = label
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  return image
}
