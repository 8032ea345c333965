import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One time that a step really ran. */
export interface Visit {
  step: string
  idempotencyKey: string
}

/** What the steps of a tool act upon, in any process. It counts, and can keep a step waiting. */
export interface World extends AsyncDisposable {
  readonly url: string
  readonly visits: readonly Visit[]
  /** How often each step ran. */
  readonly counts: Record<string, number>
  /** From now on this step does not end. */
  hold(step: string): void
  /** Lets it end, also where it waits already. */
  release(step: string): void
  /** How often a step was given up before it ended. */
  aborted(step: string): number
  /** Resolves when the step has started so many times. */
  begun(step: string, times?: number): Promise<void>
}

export async function startWorld(): Promise<World> {
  const visits: Visit[] = []
  const aborted: string[] = []
  const held = new Map<string, ServerResponse[]>()
  const changes = new EventEmitter()
  const server = createServer((request, response) => {
    const step = new URL(request.url!, 'http://world').pathname.slice(1)
    response.on('close', () => !response.writableEnded && aborted.push(step))
    visits.push({ step, idempotencyKey: String(request.headers['idempotency-key']) })
    const waiting = held.get(step)
    if (waiting === undefined) response.end(step)
    else waiting.push(response)
    changes.emit('visit')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const count = () => {
    const counts: Record<string, number> = {}
    for (const { step } of visits) counts[step] = (counts[step] ?? 0) + 1
    return counts
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits,
    get counts() {
      return count()
    },
    aborted: (step) => aborted.filter((given) => given === step).length,
    hold(step) {
      held.set(step, [])
    },
    release(step) {
      for (const response of held.get(step) ?? []) response.end(step)
      held.delete(step)
    },
    async begun(step, times = 1) {
      while ((count()[step] ?? 0) < times) await once(changes, 'visit')
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
