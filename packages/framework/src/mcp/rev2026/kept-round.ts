import type { Leases, Log, Opened, Store } from '../../log/log.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import type { Entry, Header, Journal, JournalWrite, Progress, Recording } from '../../tools/journal.ts'
import type { Json } from '../../tools/json.ts'
import { canonicalJson } from '../../tools/json.ts'
import { mintId } from '../../tools/seed.ts'
import { fingerprint } from '../../tools/sha256.ts'

/** The state with which a round began, and the answers that it brought. */
interface RoundClaim {
  /** How many entries the state had, and which. */
  after: number
  prefix: string
  answers: string
}

/** Beside the entries of a call that is kept. */
interface CallRegister {
  header: Header
  progress: Progress
  revision: number
  rounds: RoundClaim[]
  /** How the call ended, to be told again. */
  result?: Json
  /** The last round has ended with questions. */
  isParked?: boolean
}

/** Somebody has gone on from the same state already. */
export class StateUsed extends SweatpantsError {
  override name = 'StateUsed'
}

const KIND = 'call'

const LEASE_TTL = 5_000

/** Calls that have come to a step that runs once: from there on they are in the store, whatever their state looks like. */
export class KeptRounds {
  readonly #log: Log<Entry>
  readonly #leases: Leases
  readonly #ttl: number
  readonly #node = mintId()
  /** Rounds that run in this process: a store gives a node what is its own already. */
  readonly #here = new Map<string, Promise<unknown>>()
  #beating: Promise<void> | undefined

  constructor(store: Store, ttl: number) {
    this.#log = store.log(KIND)
    this.#leases = store.leases
    this.#ttl = ttl
  }

  begin(memory: Journal, base: Recording | undefined, inputResponses: unknown): RoundJournal {
    return new RoundJournal(
      this.#log,
      this.#leases,
      memory,
      base,
      toClaim(base, inputResponses),
      () => this.#beat(),
      this.#node,
      this.#ttl,
    )
  }

  /** Runs a round; another request of the same call in this process waits for it. */
  async run<T>(journal: RoundJournal, act: () => Promise<T>): Promise<T> {
    const running = act()
    journal.onKept = (runId) => {
      const settled = running
        .catch(() => {})
        .then(() => void (this.#here.get(runId) === settled && this.#here.delete(runId)))
      this.#here.set(runId, settled)
    }
    if (journal.runId !== undefined) journal.onKept(journal.runId)
    return running
  }

  /** Whether somebody has gone on from this state, or from an earlier one in another way, and done something once. */
  async isUsed({ header, entries }: Recording): Promise<boolean> {
    const record = await this.#log.get(header.runId)
    if (record === undefined) return false
    if (record.head > entries.length) return true
    const opened = await this.#log.open(header.runId)
    return (
      opened !== undefined &&
      !isSame(
        opened.events.map(({ event }) => event),
        entries.slice(0, opened.head),
      )
    )
  }

  /** What became of the same state with the same answers; `undefined` while nobody alive goes on with it, which the caller then does. */
  async find(runId: string, base: Recording | undefined, inputResponses: unknown, signal: AbortSignal) {
    const wanted = toClaim(base, inputResponses)
    await this.#beat()
    for (;;) {
      await this.#here.get(runId)
      const opened = await this.#log.open(runId)
      const register = opened?.register as unknown as CallRegister
      const at =
        register?.rounds.findIndex(({ after, prefix }) => after === wanted.after && prefix === wanted.prefix) ?? -1
      if (at === -1 || register.rounds[at]!.answers !== wanted.answers) throw new StateUsed('answered otherwise')
      if (at < register.rounds.length - 1) throw new StateUsed('used already')
      if (register.result !== undefined) return { type: 'ended' as const, result: register.result }
      const recording = toRecording(opened!)
      if (register.isParked) return { type: 'parked' as const, recording }
      if (this.#here.has(runId)) continue
      const taking = this.#leases.acquire({ kind: KIND, id: runId }, this.#node)
      this.#here.set(
        runId,
        Promise.resolve(taking).catch(() => {}),
      )
      const fence = await taking
      if (fence === undefined) this.#here.delete(runId)
      if (fence !== undefined) {
        const again = (await this.#log.open(runId))!
        const now = again.register as unknown as CallRegister
        if (now.result === undefined && !now.isParked) {
          const journal = RoundJournal.taken(this.#log, this.#leases, toRecording(again), now, fence, this.#ttl)
          return { type: 'open' as const, journal, recording: toRecording(again) }
        }
        this.#here.delete(runId)
        await this.#leases.release({ kind: KIND, id: runId }, fence)
        continue
      }
      signal.throwIfAborted()
      await news(this.#log, runId)
    }
  }

  async #beat(): Promise<void> {
    this.#beating ??= (async () => {
      await this.#leases.beat(this.#node, LEASE_TTL)
      setInterval(() => void this.#leases.beat(this.#node, LEASE_TTL), LEASE_TTL / 3).unref()
    })()
    await this.#beating
  }
}

/** In memory until the first step that runs once; from then on in the store. */
export class RoundJournal implements Journal {
  readonly #log: Log<Entry>
  readonly #leases: Leases
  readonly #memory: Journal
  readonly #base: Recording | undefined
  readonly #claim: RoundClaim
  readonly #beat: () => Promise<void>
  readonly #node: string
  readonly #ttl: number
  #kept: { runId: string; fence: number; register: CallRegister } | undefined
  onKept: (runId: string) => void = () => {}

  constructor(
    log: Log<Entry>,
    leases: Leases,
    memory: Journal,
    base: Recording | undefined,
    claim: RoundClaim,
    beat: () => Promise<void>,
    node: string,
    ttl: number,
  ) {
    this.#log = log
    this.#leases = leases
    this.#memory = memory
    this.#base = base
    this.#claim = claim
    this.#beat = beat
    this.#node = node
    this.#ttl = ttl
  }

  static taken(
    log: Log<Entry>,
    leases: Leases,
    recording: Recording,
    register: CallRegister,
    fence: number,
    ttl: number,
  ): RoundJournal {
    const memory = { read: () => recording, append() {} }
    const journal = new RoundJournal(log, leases, memory, recording, register.rounds.at(-1)!, async () => {}, '', ttl)
    journal.#kept = { runId: recording.header.runId, fence, register }
    return journal
  }

  get isKept(): boolean {
    return this.#kept !== undefined
  }

  get runId(): string | undefined {
    return this.#kept?.runId
  }

  read() {
    return this.#memory.read()
  }

  async append(revision: number, write: JournalWrite): Promise<void> {
    await this.#memory.append(revision, write)
    if (this.#kept !== undefined) return this.#write(revision, write)
    if (write.entries.some(({ type }) => type === 'started')) await this.#keep()
  }

  /** What the round has come to, for whoever sends the same again. */
  async end(outcome: { result: Json } | { isParked: true }): Promise<void> {
    if (this.#kept === undefined) return
    const { runId, fence, register } = this.#kept
    const kept = { ...register, ...outcome } as unknown as Json
    await this.#log.append(runId, {
      events: [],
      register: kept,
      fence,
      release: true,
      expiresAt: Date.now() + this.#ttl,
    })
  }

  async #write(revision: number, { entries, progress }: JournalWrite): Promise<void> {
    const { runId, fence, register } = this.#kept!
    const next = { ...register, progress, revision: revision + 1 }
    await this.#log.append(runId, { events: entries, register: next as unknown as Json, fence, isQuiet: true })
    this.#kept = { runId, fence, register: next }
  }

  async #keep(): Promise<void> {
    await this.#beat()
    const { header, progress, revision, entries } = (await this.#memory.read())!
    const { runId } = header
    for (;;) {
      const opened = await this.#log.open(runId)
      const before = (opened?.register as unknown as CallRegister)?.rounds ?? []
      const register: CallRegister = { header, progress, revision, rounds: [...before, this.#claim] }
      const kept = register as unknown as Json
      if (opened === undefined) {
        const expiresAt = Date.now() + this.#ttl
        const created = await Promise.resolve(
          this.#log.create(runId, { about: null, events: entries, register: kept, node: this.#node, expiresAt }),
        ).catch((error: Error) => {
          if (error.name === 'StreamExistsError') return undefined
          throw error
        })
        if (created === undefined) continue
        this.#kept = { runId, fence: created.fence!, register }
        this.onKept(runId)
        return
      }
      // A call that was kept in an earlier round, and whose state this is.
      const own = this.#base?.entries ?? []
      if (
        opened.head > own.length ||
        !isSame(
          opened.events.map(({ event }) => event),
          own.slice(0, opened.head),
        )
      )
        throw new StateUsed(runId)
      const fence = await this.#leases.acquire({ kind: KIND, id: runId }, this.#node)
      if (fence === undefined) throw new StateUsed(runId)
      try {
        const { isParked: _, ...open } = register
        await this.#log.append(runId, {
          events: entries.slice(opened.head),
          head: opened.head,
          register: open as unknown as Json,
          fence,
        })
      } catch (error) {
        if ((error as Error).name !== 'LogConflictError') throw error
        throw new StateUsed(runId)
      }
      this.#kept = { runId, fence, register }
      this.onKept(runId)
      return
    }
  }
}

const isSame = (one: readonly Entry[], other: readonly Entry[]) => JSON.stringify(one) === JSON.stringify(other)

const toClaim = (base: Recording | undefined, inputResponses: unknown): RoundClaim => ({
  after: base?.entries.length ?? 0,
  prefix: fingerprint(JSON.stringify(base?.entries ?? [])),
  answers: fingerprint(canonicalJson((inputResponses ?? null) as Json) ?? ''),
})

function toRecording({ register, events }: Opened<Entry>): Recording {
  const { header, progress, revision } = register as unknown as CallRegister
  return { header, progress, revision, entries: events.map(({ event }) => event) }
}

async function news(log: Log<Entry>, runId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = log.watch(runId, () => resolve())
  const timer = setTimeout(resolve, 250)
  await promise
  clearTimeout(timer)
  stop()
}
