/** The colors of `styles/tokens.css` in the light and dark theme, for images and documents without a style sheet. */
export const COLORS = {
  paper: { day: '#fbfaf7', night: '#141414' },
  surface: { day: '#f4f1ea', night: '#1d1c1b' },
  ink: { day: '#1d1b19', night: '#e9e6e1' },
  muted: { day: '#69635b', night: '#a29c93' },
  'line-strong': { day: '#8d867b', night: '#6f6a63' },
  accent: { day: '#b83a1b', night: '#f0795a' },
} as const
