import type { Entry } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import type { AskedEffect, RunEvent, RunStop, Samples } from './run-event.ts'

export type RunStatus = 'running' | 'waiting' | 'paused' | RunStop['type']

export interface EffectState extends AskedEffect {
  type: 'effect'
  askedAt?: number
  /** `open`: somebody has to answer. `halted`: nobody waits for it any more. */
  state: 'asked' | 'open' | 'answered' | 'value' | 'failure' | 'halted'
  /** A `once` step whose start is recorded. */
  started?: boolean
  entry?: Entry
  attempt: number
  refusal?: string
  expiresAt?: number
  /** It was asked before the run was resumed, and has yet to be asked again. */
  stale?: boolean
}

export type Happening = EffectState | Extract<RunEvent, { type: 'emission' }>

/** A run as its events tell of it. */
export interface RunState {
  tool: string
  params: Json
  samples: Samples
  status: RunStatus
  startedAt: number
  stoppedAt?: number
  /** What it asked and said, in that order. */
  happenings: readonly Happening[]
  entries: readonly { entry: Entry; revision: number }[]
  stop?: RunStop
}

export const emptyRun: RunState = {
  tool: '',
  params: null,
  samples: 'model',
  status: 'running',
  startedAt: 0,
  happenings: [],
  entries: [],
}

export function reduceRun(run: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'run_start': {
      const { tool, params, samples, time } = event
      return { ...emptyRun, tool, params, samples, startedAt: time }
    }
    case 'run_resume': {
      const { stop: _, stoppedAt: __, ...rest } = run
      const happenings = run.happenings.map((one) => (isPending(one) ? { ...one, stale: true } : one))
      return { ...rest, status: 'running', happenings }
    }
    case 'run_pause':
      return { ...run, status: 'paused' }
    case 'run_stop':
      return { ...dropStale(run), status: event.stop.type, stop: event.stop, stoppedAt: event.time }
    case 'effect_ask':
      return withStatus({ ...run, happenings: ask(run.happenings, event) })
    case 'effect_withdraw':
      return change(run, ({ at }) => at === event.at, { state: 'halted' })
    case 'question_open': {
      const { type: _, id, ...rest } = event
      return change(dropStale(run), (effect) => effect.id === id && isPending(effect), { state: 'open', ...rest })
    }
    case 'question_answer':
      return change(run, ({ id, state }) => id === event.id && state === 'open', { state: 'answered' })
    case 'journal_write':
      return event.entries.reduce((before, entry) => record(before, entry, event.revision), run)
    case 'emission':
      return { ...run, happenings: [...run.happenings, event] }
  }
}

const PENDING: readonly EffectState['state'][] = ['asked', 'open', 'answered']

export const isPending = (happening: Happening): happening is EffectState =>
  happening.type === 'effect' && PENDING.includes(happening.state)

function ask(happenings: readonly Happening[], { effect, time }: Extract<RunEvent, { type: 'effect_ask' }>) {
  const index = happenings.findIndex((one) => one.type === 'effect' && one.at === effect.at)
  const known = happenings[index]
  // A question that is asked again is the same to the person who is answering it.
  const isOpen = known?.type === 'effect' && known.state === 'open' && known.id === effect.id
  const asked: EffectState = {
    type: 'effect',
    ...effect,
    state: isOpen ? 'open' : 'asked',
    attempt: 1,
    ...(time !== undefined && { askedAt: time }),
  }
  return known === undefined ? [...happenings, asked] : happenings.with(index, asked)
}

/** Nothing is performed before all that was recorded is handed out: what has not been asked again by then will not be. */
const dropStale = (run: RunState): RunState => ({
  ...run,
  happenings: run.happenings.filter((one) => one.type !== 'effect' || !one.stale),
})

function record(run: RunState, entry: Entry, revision: number): RunState {
  const recorded = { ...run, entries: [...run.entries, { entry, revision }] }
  if (entry.type === 'halted') return recorded
  const outcome = entry.type === 'started' ? { started: true } : { state: entry.type, entry }
  return change(recorded, ({ at }) => at === entry.at, outcome)
}

function change(run: RunState, isMeant: (effect: EffectState) => boolean, changed: Partial<EffectState>): RunState {
  const happenings = run.happenings.map((one) => (one.type === 'effect' && isMeant(one) ? { ...one, ...changed } : one))
  return withStatus({ ...run, happenings })
}

/** It waits while somebody has to answer, whatever else it does. */
function withStatus(run: RunState): RunState {
  if (run.status !== 'running' && run.status !== 'waiting') return run
  const isAsking = run.happenings.some((one) => one.type === 'effect' && one.state === 'open')
  return { ...run, status: isAsking ? 'waiting' : 'running' }
}
