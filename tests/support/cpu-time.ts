/** Seconds of processor time that a synchronous function takes, which a busy machine hardly changes. */
export function cpuSeconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user } = process.cpuUsage(before)
  return user / 1_000_000
}
