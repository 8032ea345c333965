import { once } from 'node:events'
import { type Spread, toSpread } from '../measure.ts'
import { expectGreeting, openSession } from './client.ts'
import { HttpLine } from './http-line.ts'
import { INITIALIZED, initialize, toCall, toHeaders } from './messages.ts'
import { endProcess, type ServerKind, spawnServer } from './server-process.ts'
import { StdioLine } from './stdio-line.ts'

/** Milliseconds from the start of a process to its first answer to a call, of each in turn. */
export async function measureColdStarts(kinds: readonly ServerKind[], rounds: number): Promise<Spread[]> {
  const times = kinds.map((): number[] => [])
  // The first of several only fills the disk cache.
  for (let round = rounds > 1 ? -1 : 0; round < rounds; round++) {
    for (const [i, kind] of kinds.entries()) {
      const ms = await startCold(kind)
      if (round >= 0) times[i]!.push(ms)
    }
  }
  return times.map(toSpread)
}

async function startCold(kind: ServerKind): Promise<number> {
  const { child, port, stdin, stdout, started } = await spawnServer(kind, false)
  const call = toCall(kind.revision, 'greet')
  if (kind.wire === 'http') {
    await once(stdout, 'data')
    const session = kind.revision === '2025' ? await openSession(port) : undefined
    const line = await HttpLine.open(port, toHeaders(kind.revision, 'greet', session))
    expectGreeting(await line.call(call))
    line.close()
  } else {
    const line = new StdioLine(stdin, stdout)
    if (kind.revision === '2025') {
      await line.call(initialize)
      if (kind.program !== 'floor') line.send(INITIALIZED)
    }
    expectGreeting(await line.call(call))
  }
  const ms = performance.now() - started
  await endProcess(child)
  return ms
}
