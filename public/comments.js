// Readers' comments: discussions on GitHub in giscus's own frame, of which no script runs here.
{
  const ORIGIN = 'https://giscus.app'
  /** Where giscus says who has signed in, and where that is kept. */
  const PARAMETER = 'giscus'
  const STORED = 'giscus-session'

  const night = matchMedia('(prefers-color-scheme: dark)')
  const theme = () => {
    const chosen = document.documentElement.dataset.theme
    return chosen === 'dark' || (chosen !== 'light' && night.matches) ? 'dark' : 'light'
  }

  /** Keeps what giscus says when a reader comes back from signing in there, and takes it out of the address. */
  const session = () => {
    const address = new URL(location.href)
    const said = address.searchParams.get(PARAMETER)
    if (said) {
      address.searchParams.delete(PARAMETER)
      history.replaceState(history.state, '', address)
    }
    try {
      if (said) localStorage.setItem(STORED, JSON.stringify(said))
      return said ?? JSON.parse(localStorage.getItem(STORED) ?? '""')
    } catch {
      // Where storage is forbidden, who has signed in is known as long as the page.
      return said ?? ''
    }
  }

  const forget = () => {
    try {
      localStorage.removeItem(STORED)
    } catch {
      // Then nothing is stored.
    }
  }

  customElements.define(
    'site-comments',
    class extends HTMLElement {
      connectedCallback() {
        // Apart from the document, which is compared with what the server sent.
        if (!this.shadowRoot) this.attachShadow({ mode: 'open' })
        this.left = new AbortController()
        const { signal } = this.left
        const nearness = new IntersectionObserver(
          (entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return
            nearness.disconnect()
            this.show()
          },
          { rootMargin: '400px' },
        )
        nearness.observe(this)
        const themes = new MutationObserver(() => this.follow())
        themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
        signal.addEventListener('abort', () => {
          nearness.disconnect()
          themes.disconnect()
        })
        night.addEventListener('change', () => this.follow(), { signal })
        addEventListener('message', (event) => this.hear(event), { signal })
      }

      disconnectedCallback() {
        this.left.abort()
      }

      show() {
        const { repo, repoId, category, categoryId, lang, label } = this.dataset
        const address = new URL(location.href)
        const token = session()
        address.searchParams.delete(PARAMETER)
        address.hash = ''
        const asked = new URLSearchParams({
          origin: address.href,
          backLink: address.href,
          session: token,
          repo,
          repoId,
          category,
          categoryId,
          term: location.pathname.slice(1) || 'index',
          description: document.querySelector('meta[name=description]')?.content ?? '',
          theme: theme(),
          reactionsEnabled: '1',
          emitMetadata: '0',
          inputPosition: 'top',
          strict: '1',
        })
        const frame = document.createElement('iframe')
        frame.title = label
        frame.allow = 'clipboard-write'
        frame.src = `${ORIGIN}/${lang}/widget?${asked}`
        frame.style.cssText = 'width:100%;height:20rem;border:0;color-scheme:auto'
        this.shadowRoot.replaceChildren(frame)
      }

      follow() {
        this.shadowRoot
          .querySelector('iframe')
          ?.contentWindow.postMessage({ giscus: { setConfig: { theme: theme() } } }, ORIGIN)
      }

      hear({ origin, source, data }) {
        const frame = this.shadowRoot.querySelector('iframe')
        if (origin !== ORIGIN || source !== frame?.contentWindow) return
        const { resizeHeight, signOut, error } = data?.giscus ?? {}
        if (typeof resizeHeight === 'number') frame.style.height = `${Math.min(Math.max(resizeHeight, 0), 100_000)}px`
        if (!signOut && !/bad credentials|state has expired/i.test(String(error ?? ''))) return
        forget()
        this.show()
      }
    },
  )
}
