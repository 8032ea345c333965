import type { Clock } from './clock.ts'
import { messageOf } from './describe.ts'
import { DivergenceError, ToolInputError, VersionError } from './errors.ts'
import {
  type AskedProgress,
  createMemoryJournal,
  type Entry,
  emptyProgress,
  type Fact,
  type Header,
  type Journal,
  type Progress,
  type Recording,
  sumEmitted,
} from './journal.ts'
import { canonicalJson, digest } from './json.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import type { Pending } from './pending.ts'
import type { RunOptions } from './run-tool.ts'
import { toJson } from './to-json.ts'
import type { McpTool } from './tool.ts'
import { findVersion } from './tool-versions.ts'
import { mintId } from './uuid.ts'

const NO_ENTRIES: readonly Entry[] = []

/** A run's side of its journal: what was recorded and is still to be handed out, and what is to be written. */
export class Recorder {
  opened = false
  /** Whether there was anything to go on from. */
  recalled = false
  /** The span in which the run goes on here; that of a new run is written to its header. */
  traceparent: string | undefined
  #tool: McpTool
  #params: unknown
  readonly #options: RunOptions
  #journal: Journal | undefined
  readonly #clock: Clock
  #header: Header | undefined
  /** What the header of a run that is started over takes from the one before. */
  #before: Pick<Header, 'runId' | 'forkId' | 'startedAt' | 'firstAttempt'> | undefined
  /** What it had asked, by address. */
  #askedBefore: Progress['asked'] | undefined
  #paramsDigest: string | undefined
  #progress: Progress | undefined
  #begun = false
  #revision = 0
  #dirty = false
  /** Whether emissions were sent at all according to what was read, and after its last outcome (R8). */
  #hasEmitted = false
  #hasEmittedLast = false
  #entries: readonly Entry[] = NO_ENTRIES
  #cursor = 0
  #superseded: string[] | undefined
  /** The changes of the code that the run is known to take, or not to take. */
  #patches: Map<string, boolean> | undefined
  #unwritten: Entry[] | undefined
  /** Without a journal of its own a run is never replayed, and need not keep what only a replay reads. */
  readonly #isReplayable: boolean

  constructor(tool: McpTool, params: unknown, options: RunOptions, clock: Clock) {
    this.#tool = tool
    this.#params = params
    this.#options = options
    this.#journal = options.journal
    this.#isReplayable = options.journal !== undefined
    this.#clock = clock
  }

  /** Reads the journal. */
  open(): MaybePromise<void> {
    this.opened = true
    return andThen(this.#journal?.read(), (recording) => {
      if (recording !== undefined) this.#recall(recording)
    })
  }

  /** The tool, in the version that the run began with. */
  get tool(): McpTool {
    return this.#tool
  }

  get progress(): Progress {
    this.#progress ??= emptyProgress()
    return this.#progress
  }

  /** The header, if it was read or made already. */
  get known(): Header | undefined {
    return this.#header
  }

  /** The attempt with which questions begin. */
  get firstAttempt(): number {
    return (this.#header ?? this.#before)?.firstAttempt ?? 1
  }

  /**
   * Whether an answer that is here before its question was asked may be to another question: to one that the run had shown before
   * it was started over (R14).
   */
  mayBeToOther({ address, effect }: Pending): boolean {
    if (this.firstAttempt === 1) return false
    const shown = this.#askedBefore?.[address]?.shown
    return shown === undefined || shown !== effect.shown()
  }

  /** Made when it is first read, written before anything is performed (R12). */
  get header(): Header {
    this.#header ??= this.#mint()
    return this.#header
  }

  #mint(): Header {
    const { runId, forkId, seed, can, principal } = this.#options
    return {
      format: 1,
      tool: this.#tool.name,
      ...(this.#tool.version !== undefined && { version: this.#tool.version }),
      ...(this.#before ?? {
        runId: runId ?? mintId(),
        ...(forkId !== undefined && { forkId }),
        startedAt: this.#clock.now(),
      }),
      seed: seed ?? mintId(),
      can: { elicitation: true, url: true, sampling: true, roots: true, tasks: false, ...can },
      ...(principal !== undefined && { principal }),
      params: this.#digestParams(),
      ...(this.traceparent !== undefined && { traceparent: this.traceparent }),
    }
  }

  #recall({ revision, header, entries, progress }: Recording): void {
    this.#revision = revision
    if (header.tool !== this.#tool.name) {
      throw new DivergenceError(
        `run ${header.runId} is a run of the tool "${header.tool}", not of "${this.#tool.name}"`,
      )
    }
    this.#tool = findVersion(this.#tool, header.version) ?? this.#tool
    if (header.version !== this.#tool.version && this.#versionPolicy(header) === 'restart') {
      // Each attempt was a write.
      const { runId, forkId, startedAt, firstAttempt: first = 0 } = header
      this.#before = { runId, ...(forkId !== undefined && { forkId }), startedAt, firstAttempt: first + revision + 1 }
      this.#askedBefore = progress.asked
      return
    }
    if (header.params !== this.#digestParams()) {
      throw new DivergenceError(`run ${header.runId} was started with other arguments than these`)
    }
    this.#header = header
    this.#begun = true
    this.#entries = entries
    for (const { type, ...entry } of entries) if (type === 'patched') this.#know((entry as Fact).key, true)
    this.#progress = progress
    this.#hasEmittedLast = progress.emitted > 0
    this.#hasEmitted = sumEmitted(progress) > 0
    this.recalled = true
  }

  #versionPolicy(header: Header): 'restart' | 'continue' {
    const policy = this.#options.onVersionChange ?? 'fail'
    if (policy !== 'fail') return policy
    throw new VersionError(`run ${header.runId}`, this.#tool.name, header.version, this.#tool.version)
  }

  /** The arguments. Once they are sealed, a copy: the caller may start the run again with the object that it gave. */
  get params(): unknown {
    return this.#params
  }

  /** Takes the digest of the arguments before the body can change them. Returns an error if they are not JSON. */
  sealParams(): Error | undefined {
    if (!this.#isReplayable) return undefined
    try {
      this.#digestParams()
      return undefined
    } catch (error) {
      return new ToolInputError(messageOf(error))
    }
  }

  /** Whether something beside the entries is not written yet, in a run that has begun. */
  get unwritten(): boolean {
    return this.#begun && this.#dirty
  }

  /** The next recorded entry that is still to be handed out. */
  next(): Exclude<Entry, { type: 'patched' }> | undefined {
    while (this.#cursor < this.#entries.length) {
      const entry = this.#entries[this.#cursor++]!
      if (entry.type === 'patched') continue
      if (this.#superseded === undefined || !this.#isSuperseded(entry)) return entry
    }
    this.#entries = NO_ENTRIES
    this.#cursor = 0
    return undefined
  }

  /** Takes a phase's recorded outcome for its steps: the tool will not yield the effects below `path` again. */
  supersede(address: string, path: string): boolean {
    const recorded = this.#entries.some(
      (entry) => entry.type !== 'halted' && entry.kind === 'phase' && entry.at === address,
    )
    if (recorded) {
      this.#superseded ??= []
      this.#superseded.push(path)
    }
    return recorded
  }

  #isSuperseded({ at }: Entry): boolean {
    return this.#superseded!.some((path) => at.startsWith(path) && '.:'.includes(at[path.length] ?? ' '))
  }

  /** Whether the run takes a change of the code. The first time that it is asked decides: only a run that does not replay takes it. */
  isPatched(name: string, isReplaying: boolean): boolean {
    const known = this.#patches?.get(name)
    if (known !== undefined) return known
    this.#know(name, !isReplaying)
    if (isReplaying) return false
    this.#unwritten ??= []
    this.#unwritten.push({ type: 'patched', at: '', kind: 'patched', key: name, digest: '', time: this.#clock.now() })
    // It is written before anything is performed.
    this.#dirty = true
    return true
  }

  #know(name: string, isPatched: boolean): void {
    this.#patches ??= new Map()
    this.#patches.set(name, isPatched)
  }

  /**
   * Counts an emission, unless an earlier process has sent it (R8). What a tool sends between two outcomes was all sent when the second
   * one was recorded, and all or none of it is in the progress that was written after the last one.
   */
  countEmission(): boolean {
    const isReplaying = this.#cursor < this.#entries.length
    if (isReplaying ? this.#hasEmitted : this.#hasEmittedLast) return false
    this.progress.emitted++
    // Written with the next entry, or before the run parks.
    this.#dirty = true
    return true
  }

  /** When a question was asked or a sleep began, kept from the first time, with what was shown (R14). */
  date({ address, effect, attempt }: Pending): number {
    const known = this.progress.asked[address]
    if (known !== undefined) return known.time
    const shown = this.#isReplayable ? effect.shown() : undefined
    const time = this.#clock.now()
    const { type: kind, key, to } = effect
    this.progress.asked[address] = {
      kind,
      key,
      ...(to !== undefined && { to }),
      time,
      ...(attempt > 1 && { attempt }),
      ...(shown !== undefined && { shown }),
    }
    this.#dirty = true
    return time
  }

  /** Counts an answer that was refused. Returns how many were. */
  refuse(pending: Pending, problem: string): number {
    const { type: kind, key } = pending.effect
    const known = this.progress.asked[pending.address] ?? { kind, key, time: this.#clock.now() }
    const refused = (known.refused ?? 0) + 1
    this.#askAgain(pending, { ...known, refused, problem })
    return refused
  }

  /** Counts that a question shows something else than when it was asked, and dates it anew. Returns how often it has changed in a row. */
  change(pending: Pending): number {
    const { problem: _, changed: before = 0, ...known } = this.progress.asked[pending.address]!
    const changed = before + 1
    // An effect that has changed has something to show.
    this.#askAgain(pending, { ...known, time: this.#clock.now(), shown: pending.effect.shown()!, changed })
    return changed
  }

  /** Notes that a question shows the same as before, so the next change is not one of a row. */
  confirm({ address }: Pending): void {
    this.progress.asked[address] = { ...this.progress.asked[address]!, changed: 1 }
    this.#dirty = true
  }

  #askAgain(pending: Pending, asked: AskedProgress): void {
    const { from } = pending
    const next = { ...asked, attempt: pending.attempt + 1, ...(from !== undefined && { from }) }
    this.progress.asked[pending.address] = next
    this.#dirty = true
    pending.recall(next)
  }

  forget(address: string): void {
    if (this.progress.asked[address] !== undefined) delete this.progress.asked[address]
  }

  /** What every entry about an effect holds (R2). */
  fact({ address, effect, fiber }: Pending): Fact {
    const { type: kind, key } = effect
    const fact: Fact = { at: address, kind, key, digest: effect.digest(), time: this.#clock.now() }
    const ran = fiber.run.timekeeper.ran(fiber.branch)
    if (ran !== undefined) fact.ran = ran
    return fact
  }

  append(entry: Entry): MaybePromise<void> {
    return this.#write([entry])
  }

  /** Makes sure that all is written so far, and these entries: the header before the first effect, dates before questions. */
  flush(entries: readonly Entry[] = []): MaybePromise<void> {
    if (this.#begun && !this.#dirty && entries.length === 0) return
    return this.#write(entries)
  }

  #write(given: readonly Entry[]): MaybePromise<void> {
    const { progress } = this
    const entries = this.#unwritten === undefined ? given : [...this.#unwritten, ...given]
    this.#unwritten = undefined
    // A process that is leaving does not store that a step starts, and nothing is emitted between that and the outcome before it.
    if (entries.some(({ type }) => type !== 'started')) this.#closeEmitted(progress)
    const write = this.#begun ? { entries, progress } : { header: this.header, entries, progress }
    this.#begun = true
    this.#dirty = false
    this.#journal ??= createMemoryJournal()
    return this.#journal.append(this.#revision++, write)
  }

  /** The emissions so far come before an outcome. */
  #closeEmitted(progress: Progress): void {
    this.#hasEmittedLast = false
    if (progress.emitted === 0) return
    progress.emittedBefore = sumEmitted(progress)
    progress.emitted = 0
  }

  #digestParams(): string {
    if (this.#paramsDigest === undefined) {
      const params = toJson(this.#params, `the arguments of ${this.#tool.name}`)
      this.#paramsDigest = digest(canonicalJson(params) ?? '')
      this.#params = params
    }
    return this.#paramsDigest
  }
}
