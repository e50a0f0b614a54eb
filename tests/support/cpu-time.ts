/** Returns the seconds of processor time that a synchronous function takes. Other work on the machine hardly changes them. */
export function measureCpuSeconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user } = process.cpuUsage(before)
  return user / 1_000_000
}
