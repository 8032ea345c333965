import type { Store } from '../log/log.ts'
import { type Answerer, listQuestions } from './questions.ts'

const encoder = new TextEncoder()

const HEARTBEAT = encoder.encode(': \n\n')

/** Milliseconds for which changes are gathered. */
const GATHER = 50

/**
 * Returns server-sent events: the first page of an inbox at once and whenever it has changed. It is looked at again with
 * every heartbeat, because questions expire and streams are deleted without a notification.
 */
export function followInbox(
  store: Store,
  answerer: Required<Answerer>,
  { heartbeat, signal, onEnd }: { heartbeat: number; signal: AbortSignal; onEnd: () => void },
): ReadableStream<Uint8Array> {
  let sent: string | undefined
  let wake = () => {}
  let isStale = true
  const change = () => {
    isStale = true
    wake()
  }
  const stops = answerer.names.map((name) => store.questions.watch(name, change))
  let isOver = false
  const stop = () => {
    if (isOver) return
    isOver = true
    onEnd()
    for (const unwatch of stops.splice(0)) unwatch()
    wake()
  }

  /** Resolves to whether something may have changed; otherwise it is time for a heartbeat. */
  async function rest(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, heartbeat)
    if (isStale || signal.aborted) resolve()
    await promise
    clearTimeout(timer)
    return isStale
  }

  return new ReadableStream<Uint8Array>(
    {
      start: () => signal.addEventListener('abort', stop, { once: true }),
      async pull(controller) {
        const hasChanged = await rest()
        if (signal.aborted) return controller.close()
        if (hasChanged && sent !== undefined) await new Promise((resolve) => setTimeout(resolve, GATHER))
        isStale = false
        const page = JSON.stringify(await listQuestions(store, answerer))
        controller.enqueue(page === sent ? HEARTBEAT : encoder.encode(`data: ${page}\n\n`))
        sent = page
      },
      cancel() {
        signal.removeEventListener('abort', stop)
        stop()
      },
    },
    { highWaterMark: 0 },
  )
}
