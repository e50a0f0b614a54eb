// Asks before analytics that set cookies are loaded, and stores the decision. A browser that asks not to be tracked has decided.
{
  const { script, styles, ...settings } = document.currentScript.dataset
  const KEY = 'analytics-consent'
  const EXPIRED = 'expires=Thu, 01 Jan 1970 00:00:00 GMT'
  const banner = document.querySelector('.site-consent')
  const opener = document.querySelector('.consent-settings')
  const isOptedOut = navigator.doNotTrack === '1' || navigator.globalPrivacyControl
  let isLoaded = false

  // The decision counts for one service only.
  const read = () => {
    const [tag, decision] = (localStorage.getItem(KEY) ?? '').split(' ')
    return tag === settings.tag ? decision : undefined
  }

  const load = () => {
    isLoaded = true
    const element = document.createElement('script')
    Object.assign(element.dataset, settings)
    element.src = script
    document.head.append(element)
  }

  // Cookies of an earlier consent. Their domain is the site or one above it.
  const removeCookies = () => {
    const names = document.cookie.split('; ').map((each) => each.split('=', 1)[0])
    const labels = location.hostname.split('.')
    const domains = labels.map((_, at) => `; domain=${labels.slice(at).join('.')}`)
    for (const name of names.filter((each) => /^_ga(?:_|$)/.test(each))) {
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 has no Cookie Store API
      for (const domain of ['', ...domains]) document.cookie = `${name}=; ${EXPIRED}; path=/${domain}`
    }
  }

  let styled
  const loadStyles = () =>
    new Promise((resolve) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles })
      link.onload = link.onerror = resolve
      document.head.append(link)
    })

  // Without its styles, the banner would move when they arrive.
  const ask = async () => {
    styled ??= loadStyles()
    await styled
    banner.hidden = false
  }

  const decide = (decision) => {
    localStorage.setItem(KEY, `${settings.tag} ${decision}`)
    banner.hidden = true
    if (decision === 'yes' && !isLoaded) load()
    if (decision === 'no') {
      removeCookies()
      // Only a new document is without a script that has run.
      if (isLoaded) location.reload()
    }
  }

  // Without storage, the decision cannot be stored: it is no.
  const start = () => {
    const decision = isOptedOut ? 'no' : read()
    if (decision === 'yes') load()
    else removeCookies()
    if (isOptedOut) return
    localStorage.setItem(`${KEY}-test`, '')
    localStorage.removeItem(`${KEY}-test`)
    opener.hidden = false
    for (const button of banner.querySelectorAll('button')) {
      button.addEventListener('click', () => decide(button.value))
    }
    opener.addEventListener('click', async () => {
      await ask()
      banner.querySelector('button').focus()
    })
    if (decision === undefined) ask()
  }

  try {
    start()
  } catch (error) {
    console.warn('Analytics are not loaded, because a decision about them cannot be stored:', error)
  }
}
