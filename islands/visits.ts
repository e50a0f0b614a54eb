import { inject } from '@vercel/analytics'

const isOptedOut = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true

// Respects Do Not Track and Global Privacy Control.
if (!isOptedOut()) inject({ mode: 'production' })
