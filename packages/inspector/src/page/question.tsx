import type { Json, JsonSchema } from '@sweatpants/framework'
import { ElicitForm, toFormQuestion } from '@sweatpants/framework/react'
import type { ReactNode } from 'react'
import type { ShownTool } from '../project.ts'
import type { EffectState } from '../run-state.ts'
import { JsonDetails } from './json-view.tsx'
import { Problem } from './marks.tsx'
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
      <Problem text={problem} />
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
  context: Readonly<Record<string, Json>>
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
  const hasContext = Object.keys(context).length > 0
  const { id = '', key, attempt, refusal, openedAt = 0 } = effect
  const shown = { id, key, context, schema, attempt, plain, refusal }
  const question = toFormQuestion({ ...shown, toolName: '', message, origin, openedAt })
  return (
    <>
      {to !== undefined && <p className="quiet">A question to {to.join(', ')}. You answer for them.</p>}
      <ElicitForm question={question} disabled={disabled} onRespond={onAnswer} />
      {tool?.views.includes(key) && (
        <Previews
          key={`${id} ${attempt}`}
          tool={tool.name}
          question={{ ...shown, message: plain === undefined ? message : message.slice(0, -plain.length).trimEnd() }}
          onAnswer={onAnswer}
        />
      )}
      {hasContext && <JsonDetails label="Context" value={context} />}
    </>
  )
}
