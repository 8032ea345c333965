import type { RunState, RunWait } from '@sweatpants/framework/log'
import type { ReactNode } from 'react'

export const STATES: readonly RunState[] = ['waiting', 'blocked', 'failed', 'running', 'completed', 'cancelled']

const MARKS: Record<RunState, string> = {
  waiting: '◔',
  blocked: '▲',
  failed: '✕',
  running: '▶',
  completed: '✓',
  cancelled: '–',
}

/** A state as a word and a sign, in the colour that it has everywhere. */
export function StateMark({ state }: { state: RunState }): ReactNode {
  return (
    <span className="state" data-state={state}>
      <span aria-hidden="true">{MARKS[state]}</span> {state}
    </span>
  )
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** A length of time in its two largest units: `2 d 4 h`, `320 ms`. */
export function toDuration(ms: number): string {
  const at = UNITS.findIndex(([, size]) => ms >= size)
  if (at === -1) return `${Math.max(0, Math.round(ms))} ms`
  const [unit, size] = UNITS[at]!
  const rest = UNITS[at + 1]
  const count = rest === undefined ? 0 : Math.floor((ms % size) / rest[1])
  return `${Math.floor(ms / size)} ${unit}${rest !== undefined && count > 0 ? ` ${count} ${rest[0]}` : ''}`
}

const WAITS: Readonly<Record<string, (key: string) => string>> = {
  elicit: (key) => `an answer to “${key}”`,
  sample: () => 'a model',
  signal: (key) => `the signal “${key}”`,
  sleep: () => 'a pause to end',
  roots: () => 'the folders of the client',
  person: (key) => `someone to ${key} it`,
}

/** What a run waits for, in words. */
export function describeWait({ kind, key, to }: RunWait): string {
  const what = WAITS[kind]?.(key) ?? `${kind} “${key}”`
  return to === undefined ? what : `${what} from ${to.join(', ')}`
}

const KINDS: Readonly<Record<string, string>> = {
  elicit: 'question',
  sample: 'model call',
  sleep: 'pause',
  now: 'time',
  roots: 'folders',
  draw: 'random number',
  patched: 'change of the code',
  signalUrl: 'signal address',
}

/** What an entry of the journal is about, in words. */
export const describeKind = (kind: string): string => KINDS[kind] ?? kind
