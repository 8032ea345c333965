import type { Entry, Json } from '@sweatpants/framework'
import type { Emission, Fork, RunEvent, RunStop, Samples, ShownEffect } from './run-event.ts'

export type RunStatus = 'running' | 'waiting' | 'paused' | RunStop['type']

export interface EffectState extends ShownEffect {
  type: 'effect'
  openedAt?: number
  /** `open`: the person has to answer. `halted`: it was withdrawn. */
  state: 'pending' | 'open' | 'answered' | 'value' | 'failure' | 'halted'
  /** A `once` step whose start is recorded. */
  started?: boolean
  entry?: Entry
  attempt: number
  refusal?: string
  expiresAt?: number
  /** The answer to this attempt. */
  answer?: { value: Json; time: number }
  /** It was opened before the run was resumed, and not again yet. */
  stale?: boolean
}

export type Happening = EffectState | Emission

/** A run, as its events describe it. */
export interface RunState {
  /** The place of the last event; 0 for a run that does not exist. */
  lsn: number
  tool: string
  params: Json
  samples: Samples
  fork?: Fork
  /** The inspector process that may drive the run. */
  process: string
  status: RunStatus
  isCancelled: boolean
  startedAt: number
  stoppedAt?: number
  /** The effects and emissions of the tool, in order. */
  happenings: readonly Happening[]
  entries: readonly Entry[]
  stop?: RunStop
}

export const emptyRun: RunState = {
  lsn: 0,
  tool: '',
  params: null,
  samples: 'model',
  process: '',
  status: 'running',
  isCancelled: false,
  startedAt: 0,
  happenings: [],
  entries: [],
}

/** The part of a run that a list shows. */
export type RunAbout = Pick<RunState, 'tool' | 'status' | 'startedAt'>

export const toAbout = ({ tool, status, startedAt }: RunState): RunAbout => ({ tool, status, startedAt })

export const reduceRun = (run: RunState, event: RunEvent, lsn: number): RunState => ({ ...reduce(run, event), lsn })

/** Returns the run with events that follow its last one. */
export const reduceAll = (run: RunState, events: readonly RunEvent[]): RunState =>
  events.reduce((before, event) => reduceRun(before, event, before.lsn + 1), run)

function reduce(run: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'run_start': {
      const { tool, params, samples, process, time, fork } = event
      return { ...emptyRun, tool, params, samples, process, startedAt: time, ...(fork !== undefined && { fork }) }
    }
    case 'run_resume': {
      const { stop: _, stoppedAt: __, ...rest } = run
      const happenings = run.happenings.map((one) => (isPending(one) ? { ...one, stale: true } : one))
      return withStatus({ ...rest, status: 'running', process: event.process, happenings })
    }
    case 'run_cancel':
      // A paused run goes on, so that its `finally` runs.
      return withStatus({ ...run, isCancelled: true, status: run.status === 'paused' ? 'running' : run.status })
    case 'run_pause':
      return { ...run, status: 'paused' }
    case 'run_stop':
      return { ...dropStale(run), status: event.stop.type, stop: event.stop, stoppedAt: event.time }
    case 'effect_open':
      return withStatus({ ...run, happenings: open(run, event) })
    case 'effect_withdraw':
      return change(run, ({ at }) => at === event.at, { state: 'halted' })
    case 'question_open': {
      const { type: _, id, ...rest } = event
      return change(dropStale(run), (effect) => effect.id === id && isPending(effect), { state: 'open', ...rest })
    }
    case 'question_answer': {
      const answer = { value: event.answer, time: event.time }
      return change(run, ({ id, state }) => id === event.id && state === 'open', { state: 'answered', answer })
    }
    case 'journal_write':
      return event.entries.reduce(record, run)
    case 'emission':
      return { ...run, happenings: [...run.happenings, event] }
  }
}

const PENDING: readonly EffectState['state'][] = ['pending', 'open', 'answered']

export const isPending = (happening: Happening): happening is EffectState =>
  happening.type === 'effect' && PENDING.includes(happening.state)

export const isOpen = (happening: Happening): happening is EffectState =>
  happening.type === 'effect' && happening.state === 'open'

function open({ happenings, entries }: RunState, { effect, time }: Extract<RunEvent, { type: 'effect_open' }>) {
  const index = happenings.findIndex((one) => one.type === 'effect' && one.at === effect.at)
  const known = happenings[index]
  const opened: EffectState = {
    type: 'effect',
    ...effect,
    state: 'pending',
    attempt: 1,
    // A question that is opened again stays open for the person who is answering it.
    ...(known?.type === 'effect' && known.id === effect.id && isPending(known) && toProgress(known)),
    ...(time !== undefined && { openedAt: time }),
  }
  // The outcome may come first: a process that died had written the journal and not this event.
  const outcome = entries.filter(({ at }) => at === effect.at).map(toOutcome)
  const shown: EffectState = Object.assign(opened, ...outcome)
  return known === undefined ? [...happenings, shown] : happenings.with(index, shown)
}

const toProgress = ({ state, attempt, answer, refusal, expiresAt }: EffectState): Partial<EffectState> => ({
  state,
  attempt,
  ...(answer !== undefined && { answer }),
  ...(refusal !== undefined && { refusal }),
  ...(expiresAt !== undefined && { expiresAt }),
})

/** Nothing is performed before every recorded outcome is handed out: an effect that was not opened again by then is gone. */
const dropStale = (run: RunState): RunState => ({
  ...run,
  happenings: run.happenings.filter((one) => one.type !== 'effect' || !one.stale),
})

function record(run: RunState, entry: Entry): RunState {
  const recorded = { ...run, entries: [...run.entries, entry] }
  return change(recorded, ({ at }) => at === entry.at, toOutcome(entry))
}

function toOutcome(entry: Entry): Partial<EffectState> {
  switch (entry.type) {
    case 'halted':
    case 'partial':
    case 'retried':
    case 'patched':
      return {}
    case 'started':
      return { started: true }
    default:
      return { state: entry.type, entry }
  }
}

function change(run: RunState, isMeant: (effect: EffectState) => boolean, changed: Partial<EffectState>): RunState {
  const happenings = run.happenings.map((one) => (one.type === 'effect' && isMeant(one) ? { ...one, ...changed } : one))
  return withStatus({ ...run, happenings })
}

/** A run waits while a question is open, even if other branches still run. */
function withStatus(run: RunState): RunState {
  if (run.status !== 'running' && run.status !== 'waiting') return run
  return { ...run, status: run.happenings.some(isOpen) ? 'waiting' : 'running' }
}
