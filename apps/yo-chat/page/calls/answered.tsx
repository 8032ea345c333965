import type { Json } from '@sweatpants/framework'
import type { PendingElicit } from '@sweatpants/framework/chat'
import { texts } from './texts.ts'
import { Value } from './value.tsx'

/** A question that was answered in another tab, while its tool continues. */
export function Answered({ question: { response } }: { question: PendingElicit }) {
  if (response === undefined) return null
  const { result } = response
  return (
    <div className="answered">
      <p className="hint">{texts.answers[result.action]}</p>
      {/* The log carries it as JSON. */}
      {result.action === 'accept' && <Value value={result.content as Json} />}
    </div>
  )
}
