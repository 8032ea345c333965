/** Keys that are remembered; then all are forgotten. */
const MAX_REPORTED = 1_000

/** Returns a function that reports each error once per process: many runs may have the same problem, and try again. */
export function createReportOnce(report: (error: unknown) => void): (error: Error, key?: string) => void {
  const reported = new Set<string>()
  return (error, key = error.message) => {
    if (reported.has(key)) return
    if (reported.size >= MAX_REPORTED) reported.clear()
    reported.add(key)
    report(error)
  }
}
