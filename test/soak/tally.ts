/** What must hold, whatever befalls the processes. */
export const INVARIANTS = [
  'a command that was acknowledged is in the log, once and in its place',
  'readers see every patch once and in order, however often they come back',
  'a turn ends once, and none fails',
  'an answer that was acknowledged is what the tool is given',
  'a step whose outcome is recorded does not run again',
  'an answer of a debate that was paid for is in its session',
  'a seat is asked once in a round, unless something befell its server',
  'required context is waited for, and told to every seat',
  'a request is answered, or refused for a reason that is known',
  'no process ends unless it is made to',
  'what has begun comes to its end',
  'memory is flat',
] as const

export type Invariant = (typeof INVARIANTS)[number]

interface Broken {
  invariant: Invariant
  detail: string
}

/** Numbers that mean nothing beyond their own error. */
const toKind = (text: string): string =>
  text
    .split('\n')[0]!
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{24,}/g, '…')
    .replace(/\d+/g, '#')
    .slice(0, 140)

/** Counts what is done, what goes wrong on the way, and how often an invariant was looked at. */
export class Tally {
  readonly counts = new Map<string, number>()
  readonly errors = new Map<string, number>()
  readonly checks = new Map<Invariant, number>()
  readonly broken: Broken[] = []

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times)
  }

  /** Something went wrong that may go wrong while things break. */
  error(where: string, text: string): void {
    const kind = `${where}: ${toKind(text)}`
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + 1)
  }

  check(invariant: Invariant, holds: boolean, detail: () => string): void {
    this.checks.set(invariant, (this.checks.get(invariant) ?? 0) + 1)
    if (holds) return
    const broken = { invariant, detail: detail() }
    this.broken.push(broken)
    console.error(`BROKEN: ${invariant}\n  ${broken.detail}`)
  }
}
