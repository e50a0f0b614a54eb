/** Ends this process quietly when the reader of its output closes it, as `head` does after some lines. */
export function endWithOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}
