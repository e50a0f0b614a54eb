import { init } from '@waline/client'
import styles from '@waline/client/waline.css'
import { isDark } from '../site/color-scheme'
import type { DrawComments } from './service'

/** Waline's names of languages. It has no Arabic. */
const LANGUAGES: Record<string, string> = { ja: 'jp-jp', ar: 'en-us', en: 'en-us' }

/** Draws Waline with its client, which its server does not have. What would load from other sites is off. */
export const drawWaline: DrawComments = (place, { server = '', locale = 'en' }) => {
  document.head.append(Object.assign(document.createElement('style'), { textContent: styles }))
  const path = location.pathname
  const comments = init({
    el: place,
    serverURL: server,
    path,
    lang: LANGUAGES[locale] ?? locale.toLowerCase(),
    dark: isDark(),
    emoji: [],
    search: false,
    imageUploader: false,
    texRenderer: false,
    highlighter: false,
  })
  return (dark) => comments?.update({ path, dark })
}
