/** The colors of `styles/tokens.css` in the light and dark theme, for images and documents without a style sheet. */
export const COLORS = {
  paper: { light: '#fbfaf7', dark: '#141414' },
  surface: { light: '#f4f1ea', dark: '#1d1c1b' },
  ink: { light: '#1d1b19', dark: '#e9e6e1' },
  muted: { light: '#69635b', dark: '#a29c93' },
  'line-strong': { light: '#8d867b', dark: '#6f6a63' },
  accent: { light: '#b83a1b', dark: '#f0795a' },
} as const

/** Colors of the design in both themes, `#rrggbb`. */
export type Palette = Record<keyof typeof COLORS, { light: string; dark: string }>
