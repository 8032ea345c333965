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

/** The time of day in the person's time zone, with the exact time for machines. */
export function Time({ at, withDate = false }: { at: number; withDate?: boolean }): ReactNode {
  const time = new Date(at)
  const text = time.toLocaleString(undefined, { ...(withDate && { dateStyle: 'medium' }), timeStyle: 'medium' })
  return <time dateTime={time.toISOString()}>{text}</time>
}

/** Why something that the person wanted could not be done; empty until then. */
export const Problem = ({ text }: { text: string | undefined }): ReactNode => (
  <p role="alert" className="problem">
    {text}
  </p>
)
