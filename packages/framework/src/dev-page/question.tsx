import type { ReactNode } from 'react'
import type { PendingElicitState } from '../chat/state.ts'
import type { EffectState } from '../dev/run-state.ts'
import { ElicitForm } from '../react/elicit-form.tsx'
import type { Json } from '../tools/json.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { JsonDetails } from './json-view.tsx'
import { sendAnswer } from './requests.ts'
import { SampleForm } from './sample-form.tsx'
import { useAction } from './use-action.ts'

/** An open question, answered here. */
export function Question({ runId, effect }: { runId: string; effect: EffectState }): ReactNode {
  const { act, isBusy, problem } = useAction()
  const answer = (given: unknown) => act(() => sendAnswer(runId, effect.id!, given))
  return (
    <div className="question">
      <h3>
        {effect.kind} <span className="mono">{effect.key}</span>
        {effect.branch !== '' && <span className="quiet"> in branch {effect.branch}</span>}
      </h3>
      {effect.kind === 'sample' ? (
        <SampleForm effect={effect} disabled={isBusy} onAnswer={answer} />
      ) : (
        <Elicit effect={effect} disabled={isBusy} onAnswer={answer} />
      )}
      <p role="alert" className="problem">
        {problem}
      </p>
    </div>
  )
}

interface ElicitProps {
  effect: EffectState
  disabled: boolean
  onAnswer(answer: unknown): void
}

function Elicit({ effect, disabled, onAnswer }: ElicitProps): ReactNode {
  // As `showEffect` has made it.
  const { message, context, schema } = effect.request as { message: string; context: Json; schema: JsonSchema }
  const hasContext = typeof context === 'object' && context !== null && Object.keys(context).length > 0
  const question: PendingElicitState = {
    callId: '',
    toolName: '',
    elicitId: effect.id!,
    key: effect.key,
    context,
    message,
    schema,
    status: 'pending',
    timestamp: effect.askedAt ?? 0,
    attempt: effect.attempt,
    ...(effect.refusal !== undefined && { refusal: effect.refusal }),
  }
  return (
    <>
      <ElicitForm question={question} disabled={disabled} onRespond={onAnswer} />
      {hasContext && <JsonDetails label="Its context" value={context} />}
    </>
  )
}
