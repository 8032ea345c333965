import type { ReactNode } from 'react'
import type { EffectState, RunStatus } from '../dev/run-state.ts'

/** A state in a word, with the colour that it has everywhere. */
export function StatusMark({ status }: { status: RunStatus | EffectState['state'] }): ReactNode {
  return (
    <span className="status" data-status={status}>
      {WORDS[status]}
    </span>
  )
}

const WORDS: Record<RunStatus | EffectState['state'], string> = {
  running: 'running',
  waiting: 'waiting for you',
  paused: 'paused',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  broken: 'does not fit its journal',
  asked: 'asked',
  open: 'waiting for you',
  answered: 'answered',
  value: 'recorded',
  failure: 'failed',
  halted: 'withdrawn',
}
