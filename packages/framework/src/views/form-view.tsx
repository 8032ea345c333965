import type { ReactNode } from 'react'
import { ElicitForm } from '../react/elicit-form.tsx'
import { withPlain } from '../tools/effects/elicit.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { AskedQuestion } from './view-call.ts'

export interface FormViewProps {
  tool: string
  question: AskedQuestion
  answered: ElicitAnswer | undefined
  onRespond(answer: ElicitAnswer): void
}

/** A form for a question without a component. */
export function FormView({ tool, question, answered, onRespond }: FormViewProps): ReactNode {
  const { id, key, message, plain, context, schema, attempt, refusal } = question
  return (
    <ElicitForm
      question={{
        callId: '',
        toolName: tool,
        elicitId: id,
        key,
        message: withPlain({ message, plain }),
        ...(plain !== undefined && { plain }),
        context: { ...context },
        schema,
        attempt,
        timestamp: 0,
        status: answered === undefined ? 'pending' : 'responded',
        ...(refusal !== undefined && { refusal }),
      }}
      onRespond={onRespond}
    />
  )
}
