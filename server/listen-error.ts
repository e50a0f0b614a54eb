/** Returns in one sentence why the site cannot listen on its port and what to do; undefined if the reason is unknown. */
export function explainListenError(error: unknown, port: number): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT to another one`
  if (code === 'EACCES') return `This user may not listen on port ${port}: set PORT to one above 1023`
  return undefined
}
