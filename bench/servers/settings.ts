/** How the benchmark wants a server to be, told by its environment. */
export const settings = {
  wire: process.env.WIRE === 'stdio' ? 'stdio' : 'http',
  revision: process.env.REVISION === '2025' ? '2025' : '2026',
  port: Number(process.env.PORT),
  tools: Number(process.env.TOOLS ?? 1),
}

/** The tools that are not called, but there. */
export const others: readonly string[] = Array.from({ length: settings.tools - 1 }, (_, i) => `other_${i}`)

/** How often the tools that ask do so in one call, by their names. */
export const asking: readonly (readonly [name: string, questions: number])[] = [
  ['ask', 1],
  ['ask_thrice', 3],
]

/** Reports that the server is ready, and from then on answers the parent's requests for its memory and processor time. */
export function ready(): void {
  process.on('message', async (wanted) => process.send!(wanted === 'memory' ? await weigh() : process.cpuUsage()))
  // A measurement has a channel; a measurement of a cold start reads the line.
  if (process.send !== undefined) process.send('ready')
  else if (settings.wire === 'http') console.log('ready')
}

/** What the process holds once everything that it does not hold is collected. */
async function weigh(): Promise<NodeJS.MemoryUsage> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    globalThis.gc!()
  }
  return process.memoryUsage()
}
