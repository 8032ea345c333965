import { type Checked, INVARIANTS as OF_HISTORY } from '../faults/check-history.ts'

/** What holds under every fault: what the history shows, and what clients see. */
export const INVARIANTS = [
  ...Object.values(OF_HISTORY),
  'a turn ends once, and none fails',
  'a tool receives the answer that was acknowledged',
  'an answer of a debate that was paid for is in its session',
  'a seat is called once in a round, by each driver',
  'a debate waits for required context, and every seat receives it',
  'a request gets a result, or is refused for a known reason',
  'no process ends unless it is made to',
  'all that has begun ends',
  'memory does not grow',
] as const

export type Invariant = (typeof INVARIANTS)[number]

interface Broken {
  invariant: Invariant
  detail: string
}

const ROOT = new URL('../../', import.meta.url).href

/** Numbers and ids, which would make every error a kind of its own. */
const toKind = (text: string): string =>
  text
    .split('\n')[0]!
    // Where the sources are is different on every machine.
    .replaceAll(ROOT, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{22,}/g, '…')
    .replace(/\d+/g, '#')
    .slice(0, 140)

/** Counts what was done, the errors on the way, and how often each invariant was checked. */
export class Tally {
  readonly counts = new Map<string, number>()
  readonly errors = new Map<string, number>()
  readonly checks = new Map<Invariant, number>()
  readonly broken: Broken[] = []

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  /** Counts an error that faults may cause. */
  error(where: string, text: string): void {
    const kind = `${where}: ${toKind(text)}`
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + 1)
  }

  check(invariant: Invariant, holds: boolean, detail: () => string): void {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1)
    if (!holds) this.#report({ invariant, detail: detail() })
  }

  /** Adds what was found in the history. */
  add({ counts, violations }: Checked): void {
    for (const [invariant, times] of counts) this.checks.set(invariant, times)
    for (const violation of violations) this.#report(violation)
  }

  #report(broken: Broken): void {
    this.broken.push(broken)
    console.error(`BROKEN: ${broken.invariant}\n  ${broken.detail}`)
  }
}
