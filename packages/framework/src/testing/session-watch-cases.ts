import assert from 'node:assert/strict'
import { begin, type ContractLog, numbered, type SessionLogCheck } from './session-log-case.ts'

/** Who is told that a log has grown or gone. */
export const sessionWatchCases: Record<string, SessionLogCheck> = {
  async 'wakes who watches, each time that the log grows'({ log, patience }) {
    await begin(log, 'a')
    using watcher = watch(log, 'a', patience)
    for (const n of [1, 2, 3]) {
      const woken = watcher.woken()
      await log.append('a', { events: numbered(n) })
      await woken
    }
  },

  async 'wakes who watches when the session is deleted'({ log, patience }) {
    await begin(log, 'a')
    using watcher = watch(log, 'a', patience)
    const woken = watcher.woken()
    await log.delete('a')
    await woken
  },

  async 'wakes who watches on another node'({ log, other, patience }) {
    await begin(log, 'a')
    using watcher = watch(other, 'a', patience)
    const grown = watcher.woken()
    await log.append('a', { events: numbered(1) })
    await grown
    const gone = watcher.woken()
    await log.delete('a')
    await gone
  },

  async 'wakes everybody who watches, and nobody who has stopped'({ log, patience }) {
    await begin(log, 'a')
    let calls = 0
    const listener = () => void calls++
    const stops = [log.watch('a', listener), log.watch('a', listener)]
    using last = watch(log, 'a', patience)

    const both = last.woken()
    await log.append('a', { events: numbered(1) })
    await both
    assert.ok(calls >= 2, `expected both watchers to be woken, not ${calls}`)

    stops[0]!()
    const before = calls
    const one = last.woken()
    await log.append('a', { events: numbered(2) })
    await one
    assert.ok(calls > before, 'expected the watcher that has not stopped to be woken')

    stops[1]!()
    const stopped = calls
    const none = last.woken()
    await log.append('a', { events: numbered(3) })
    await none
    assert.equal(calls, stopped, 'a watcher that has stopped was woken')
  },
}

function watch(log: ContractLog, sessionId: string, patience: number) {
  let wake = () => {}
  const stop = log.watch(sessionId, () => wake())
  return {
    /** Comes when the watcher is woken from now on. */
    woken(): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timer = setTimeout(() => reject(new Error(`nobody was woken within ${patience} ms`)), patience)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      return promise
    },
    [Symbol.dispose]: stop,
  }
}
