/** Returns the milliseconds of processor time that work takes in this thread, so that other load of the machine does not count. */
export async function processorTime(work: () => unknown): Promise<number> {
  const began = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000
}
