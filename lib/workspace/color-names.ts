/** The colors that the workspace has, of text, backgrounds and options. */
const COLOR = /^(?:default|gray|brown|orange|yellow|teal|green|blue|purple|pink|red)(?:_background)?$/

export function parseColor(value: unknown): string | undefined {
  return typeof value === 'string' && COLOR.test(value) ? value : undefined
}
