declare module 'netlify-redirector' {
  interface Rule {
    to: string
    status: number
    force: boolean
  }
  export function parsePlain(rules: string, options: object): Promise<{ match(request: object): Rule | null }>
}
