import type { Json, JsonSchema } from '@sweatpants/framework'
import { ElicitForm, type PendingElicitState } from '@sweatpants/framework/react'
import type { ReactNode } from 'react'
import type { ShownTool } from '../project.ts'
import type { EffectState } from '../run-state.ts'
import { JsonDetails } from './json-view.tsx'
import { Previews } from './previews.tsx'
import { sendAnswer } from './requests.ts'
import { SampleForm } from './sample-form.tsx'
import { useAction } from './use-action.ts'

interface QuestionProps {
  runId: string
  effect: EffectState
  /** The tool that asks, if the project still has it. */
  tool: ShownTool | undefined
}

/** An open question, with a form to answer it, and with previews of its view. */
export function Question({ runId, effect, tool }: QuestionProps): ReactNode {
  const { act, isBusy, problem } = useAction()
  const answer = (given: unknown) => act(() => sendAnswer(runId, effect, given))
  return (
    <div className="question">
      <h3>
        <span className="mono">
          <span className="kind">{effect.kind}</span> {effect.key}
        </span>
        {effect.branch !== '' && <span className="quiet"> in branch {effect.branch}</span>}
      </h3>
      {effect.kind === 'sample' ? (
        <SampleForm effect={effect} disabled={isBusy} onAnswer={answer} />
      ) : (
        <Elicit effect={effect} tool={tool} disabled={isBusy} onAnswer={answer} />
      )}
      <p role="alert" className="problem">
        {problem}
      </p>
    </div>
  )
}

interface ElicitProps {
  effect: EffectState
  tool: ShownTool | undefined
  disabled: boolean
  onAnswer(answer: unknown): void
}

interface ElicitRequest {
  message: string
  plain?: string
  context: Json
  schema: JsonSchema
  /** The server that wrote the question. */
  origin?: string
  /** Who is asked, where that is not the caller. */
  to?: string[]
}

function Elicit({ effect, tool, disabled, onAnswer }: ElicitProps): ReactNode {
  // The request of an elicit or a signal, as `OpenedEffect` has it.
  const request = effect.request as unknown as Partial<ElicitRequest>
  const { plain, context = {}, schema = {}, origin, to } = request
  const message = request.message ?? `The tool waits for the signal "${effect.key}".`
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
    timestamp: effect.openedAt ?? 0,
    attempt: effect.attempt,
    ...(plain !== undefined && { plain }),
    ...(origin !== undefined && { origin }),
    ...(effect.refusal !== undefined && { refusal: effect.refusal }),
  }
  return (
    <>
      {to !== undefined && <p className="quiet">A question to {to.join(', ')}. You answer for them.</p>}
      <ElicitForm question={question} disabled={disabled} onRespond={onAnswer} />
      {tool?.views.includes(effect.key) && (
        <Previews
          key={`${effect.id} ${effect.attempt}`}
          tool={tool.name}
          question={{
            id: effect.id!,
            key: effect.key,
            message: plain === undefined ? message : message.slice(0, -plain.length).trimEnd(),
            ...(plain !== undefined && { plain }),
            context,
            schema,
            attempt: effect.attempt,
            ...(effect.refusal !== undefined && { refusal: effect.refusal }),
          }}
          onAnswer={onAnswer}
        />
      )}
      {hasContext && <JsonDetails label="Context" value={context} />}
    </>
  )
}
