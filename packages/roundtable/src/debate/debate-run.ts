import { type McpTool, type RunResult, runTool } from '@sweatpants/framework'
import type { Driven } from '@sweatpants/framework/log'
import type { Model } from '@sweatpants/framework/models'
import type { DebateState } from '../session/debate-state.ts'
import type { Happening, RoundtableEvent } from '../session/event.ts'
import { roundId, synthesisId } from '../session/outside-event.ts'
import type { Session } from '../session/session.ts'
import type { DebateStates } from '../session/session-manager.ts'
import { playedRound } from '../session/session-state.ts'
import { createRound } from './round.ts'
import { RoundPeer } from './round-peer.ts'
import type { DebateSettings } from './settings.ts'
import { createSynthesis } from './synthesis.ts'
import type { TrackRecords } from './track-records.ts'

/** What the state of a debate asks its driver to run. */
export interface Job {
  type: 'round' | 'synthesis'
  round: number
  /** The place of the event that began it: the run is given the session as it was there, so every replay is the same. */
  at: number
  runId: string
}

/** Returns the requested write-up, or the open round unless it waits for a caller. */
export function findJob({ session, roundAt, synthesis }: DebateState): Job | undefined {
  if (session === undefined) return undefined
  if (synthesis !== undefined) {
    const { round, at } = synthesis
    return { type: 'synthesis', round, at, runId: synthesisId(session.id, at) }
  }
  const { number } = playedRound(session) ?? {}
  return number === undefined
    ? undefined
    : { type: 'round', round: number, at: roundAt!, runId: roundId(session.id, number) }
}

export interface DebateRunOptions {
  driven: Driven<DebateState, RoundtableEvent>
  states: DebateStates
  resolve: (model: string) => Promise<Model>
  settings: DebateSettings
  records: TrackRecords
  /** Returns the connected tools that seats can use. */
  tools: () => readonly McpTool[]
  record: (happening: Happening, commandId?: string) => Promise<void>
}

/** A round or a synthesis while this process runs it. */
export class DebateRun {
  readonly job: Job
  /** Rejects when the job cannot be run here, or was dropped. */
  readonly ended: Promise<RunResult>
  readonly #options: DebateRunOptions
  readonly #interrupt = new AbortController()
  #announced: Promise<void> | undefined
  #isAnnounced = false

  constructor(job: Job, options: DebateRunOptions) {
    this.job = job
    this.#options = options
    this.ended = this.#run()
  }

  /** Whether the log says that this process plays the round. */
  get isAnnounced(): boolean {
    return this.#isAnnounced
  }

  get isDropped(): boolean {
    return this.#interrupt.signal.aborted
  }

  /** Aborts the outstanding model calls. The journal keeps what was answered. */
  drop(): void {
    this.#interrupt.abort(new Error('the run was interrupted'))
  }

  async #run(): Promise<RunResult> {
    const { driven, states, resolve, record, records } = this.#options
    const { runId, at } = this.job
    const { session } = await states.at(driven.id, at)
    const peer = new RoundPeer({
      runId,
      session: driven.state.session!,
      resolve,
      record,
      records,
      readImage: (digest) => driven.runs.attachments.get(digest),
      prepare: () => this.#prepare(),
      modelTimeout: this.#options.settings.modelTimeout,
      signal: this.#interrupt.signal,
    })
    return runTool(this.#createTool(session!), undefined, {
      runId,
      peer,
      host: peer,
      journal: driven.runs.journal(runId, { arguments: null }),
      runStep: driven.runStep,
      can: { sampling: true },
      ...(driven.principal !== undefined && { principal: driven.principal }),
    })
  }

  #createTool(session: Session): McpTool {
    const { settings, tools } = this.#options
    return this.job.type === 'round' ? createRound(session, settings, tools) : createSynthesis(session, settings)
  }

  /** Called before each new effect, never during a replay: a run that its code cannot continue announces nothing. */
  async #prepare(): Promise<void> {
    const { driven, record } = this.#options
    await driven.confirm()
    if (this.job.type === 'synthesis') return
    this.#announced ??= record({ type: 'round_play', round: this.job.round })
    await this.#announced
    this.#isAnnounced = true
  }
}
