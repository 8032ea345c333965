import type { ChatMessage } from '@sweatpants/framework/chat'
import { useNow } from '../frame/use-now.ts'
import { Thinking } from './thinking.tsx'

const WHY: Readonly<Record<string, string>> = {
  limited: 'The provider is busy',
  unavailable: 'The provider cannot be reached',
}

const SECOND = 1_000

/** Says why the answer takes longer, and counts down to the next attempt. It is announced once, and not every second. */
export function Retrying({ retry: { code, at, delay } }: { retry: NonNullable<ChatMessage['retry']> }) {
  // The clock of the server may be another one.
  const left = Math.ceil(Math.min(at - useNow(SECOND), delay) / SECOND)
  const why = WHY[code] ?? 'The answer was cut off'
  return (
    <div className="retrying">
      <p aria-hidden="true">{left > 0 ? `${why}, retrying in ${left} s` : `${why}, retrying…`}</p>
      <p className="visually-hidden" role="status">
        {why}, retrying
      </p>
      <Thinking />
    </div>
  )
}
