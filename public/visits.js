// Loads the script that counts visits once the page has loaded, and not for readers whose browser asks not to be counted.
{
  const { src, tag, ...told } = document.currentScript.dataset

  const load = () => {
    if (tag) {
      window.dataLayer = window.dataLayer || []
      window.gtag = function () {
        // Its script knows a command by this very object.
        // biome-ignore lint/complexity/noArguments: as said
        window.dataLayer.push(arguments)
      }
      window.gtag('js', new Date())
      window.gtag('config', tag)
    }
    const script = document.createElement('script')
    Object.assign(script.dataset, told)
    script.async = true
    script.src = src
    document.head.append(script)
  }

  if (navigator.doNotTrack !== '1' && !navigator.globalPrivacyControl) {
    if (document.readyState === 'complete') load()
    else addEventListener('load', load, { once: true })
  }
}
