import { Watchers } from '../log/watchers.ts'
import type { Engine, Moment, Stored } from '../stores/engine.ts'
import { RecordSizeError } from '../tools/errors.ts'

interface Kept extends Stored {
  /** When it is deleted. */
  until: number
}

export interface MemoryEngineOptions {
  isOrdered?: boolean
  now?: () => number
}

/**
 * An engine in this process: what `stores/engine.ts` asks for, and no more. An author of another engine can start from it. Each
 * call of `open` returns the engine of another node.
 */
export function createMemoryEngine({ isOrdered = true, now = Date.now }: MemoryEngineOptions = {}) {
  const maxBytes = 1_048_576
  const names = new Map<string, Kept[]>()
  const nodes = new Map<Engine, Watchers<[text: string]>>()
  let last = 0

  const find = (name: string): Kept[] => (names.get(name) ?? []).filter(({ until }) => until > now())
  const findLast = (name: string): Stored | undefined => {
    const [found] = find(name).slice(-1)
    return found && { seq: found.seq, data: found.data }
  }
  const findNames = (pattern: string): string[] => {
    const form = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`)
    return [...names.keys()].filter((name) => form.test(name) && find(name).length > 0)
  }
  const write = (name: string, data: string, until = Number.POSITIVE_INFINITY): number => {
    const size = Buffer.byteLength(data)
    if (size > maxBytes) throw new RecordSizeError(size, maxBytes)
    const before = name.startsWith('log.') ? find(name) : []
    names.set(name, [...before, { seq: ++last, data, until }])
    return last
  }
  const momentOf = (seq: number): Moment => new Map([['', seq]])

  const open = (): Engine => {
    const signals = new Watchers<[text: string]>()
    const engine: Engine = {
      isOrdered,
      maxBytes,
      async append(name, data, after) {
        return (findLast(name)?.seq ?? 0) === after ? write(name, data) : undefined
      },
      put: async (name, data, ttl) => write(name, data, ttl && now() + ttl),
      last: async (name) => findLast(name),
      moment: async () => momentOf(last),
      async lasts(asked, { since } = {}) {
        const seen = since?.get('') ?? 0
        const found = asked.map(findLast).map((stored) => {
          if (stored !== undefined && stored.seq > seen) return stored
          return seen === 0 ? undefined : 'same'
        })
        return { found, at: momentOf(last) }
      },
      async read(name, after, upTo) {
        const found = find(name).filter(({ seq }) => seq > after && seq <= upTo)
        return after < upTo && found.at(-1)?.seq !== upTo ? undefined : found.map(({ data }) => data)
      },
      async purge(pattern, upTo) {
        for (const name of findNames(pattern)) {
          const kept = find(name).filter(({ seq }) => seq > upTo)
          if (kept.length > 0) names.set(name, kept)
          else names.delete(name)
        }
      },
      names: async (pattern) => findNames(pattern),
      async since(pattern, after) {
        const found = findNames(pattern).map((name) => ({ name, seq: findLast(name)!.seq }))
        return found.filter(({ seq }) => seq > after).sort((a, b) => a.seq - b.seq)
      },
      subscribe: (name, listener) => ({ ready: Promise.resolve(), stop: signals.add(name, listener) }),
      signal(name, text) {
        for (const [node, others] of nodes) if (node !== engine) others.wake(name, text)
      },
      onReconnect() {},
      now,
      close: async () => void nodes.delete(engine),
    }
    nodes.set(engine, signals)
    return engine
  }
  return { open }
}
