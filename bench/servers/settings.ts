/** How the benchmark wants a server to be, told by its environment. */
export const settings = {
  wire: process.env.WIRE === 'stdio' ? 'stdio' : 'http',
  revision: process.env.REVISION === '2025' ? '2025' : '2026',
  port: Number(process.env.PORT),
  tools: Number(process.env.TOOLS ?? 1),
}

/** The tools that are not called, but there. */
export const others: readonly string[] = Array.from({ length: settings.tools - 1 }, (_, i) => `other_${i}`)

/** Says that requests are taken, and from then on, to whoever asks, how much processor time was used. */
export function ready(): void {
  process.on('message', () => process.send!(process.cpuUsage()))
  // Whoever measures has a channel; whoever measures a cold start reads the line.
  if (process.send !== undefined) process.send('ready')
  else if (settings.wire === 'http') console.log('ready')
}
