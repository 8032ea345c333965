import type { ReactNode } from 'react'
import type { EffectState, RunStatus } from '../run-state.ts'

type Status = RunStatus | EffectState['state']

/** A state in words, in the colour that it has everywhere. */
export function StatusMark({ status }: { status: Status }): ReactNode {
  return (
    <span className="status" data-status={status}>
      {WORDS[status]}
    </span>
  )
}

const WORDS: Record<Status, string> = {
  running: 'running',
  waiting: 'waiting for you',
  paused: 'paused',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  broken: 'does not match the code',
  pending: 'pending',
  open: 'waiting for you',
  answered: 'answered',
  value: 'done',
  failure: 'failed',
  halted: 'withdrawn',
}

/** The time of day in the person's time zone. */
export function Time({ at }: { at: number }): ReactNode {
  const time = new Date(at)
  return <time dateTime={time.toISOString()}>{time.toLocaleTimeString()}</time>
}
