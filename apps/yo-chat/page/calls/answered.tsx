import type { Json } from '@sweatpants/framework'
import type { PendingElicit } from '@sweatpants/framework/chat'
import { Value } from './value.tsx'

const SAID = { accept: 'Answered', decline: 'Declined', cancel: 'Cancelled' }

/** A question that was answered in another tab, while its tool continues. */
export function Answered({ question: { response } }: { question: PendingElicit }) {
  if (response === undefined) return null
  const { result } = response
  return (
    <div className="answered">
      <p className="hint">{SAID[result.action]}</p>
      {/* The log carries it as JSON. */}
      {result.action === 'accept' && <Value value={result.content as Json} />}
    </div>
  )
}
