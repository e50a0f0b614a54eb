import { inject } from '@vercel/analytics'

const asksNotTo = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true

// Not for readers whose browser asks not to be counted.
if (!asksNotTo()) inject({ mode: 'production' })
