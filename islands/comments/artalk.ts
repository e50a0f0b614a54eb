import { isDark } from '../site/color-scheme'
import { addStyleSheet, type DrawComments, loadScript } from './service'

/** The part of Artalk's script that is used here. */
interface Artalk {
  init(settings: Record<string, unknown>): { setDarkMode(dark: boolean): void }
}

/** The languages in its script. Others are files on the server. */
const BUILT_IN = ['en', 'zh-CN']

/** Draws Artalk with the script and the style sheet of its server, which fit its version. */
export const drawArtalk: DrawComments = async (place, { server = '', site, locale = 'en' }) => {
  addStyleSheet(`${server}/dist/Artalk.css`)
  await loadScript(`${server}/dist/Artalk.js`)
  if (!BUILT_IN.includes(locale)) await loadScript(`${server}/dist/i18n/${locale}.js`).catch(console.warn)
  const artalk: Artalk = Reflect.get(window, 'Artalk')
  const comments = artalk.init({
    el: place,
    server,
    site,
    locale,
    pageKey: location.pathname,
    pageTitle: document.title,
    darkMode: isDark(),
  })
  return (dark) => comments.setDarkMode(dark)
}
