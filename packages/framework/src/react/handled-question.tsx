import { useEffect, useReducer, useState } from 'react'
import { HandlerRun } from '../chat/client/handler-run.ts'
import type { PendingElicitState } from '../chat/state.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { ElicitHandler } from '../tools/plugin.ts'
import { mintId } from '../tools/uuid.ts'
import { Emission } from './emission.tsx'

export interface HandledQuestionProps {
  question: PendingElicitState
  handler: ElicitHandler
  /** Sends the answer. If it rejects, the error is shown with a button that asks again. */
  onRespond: (answer: ElicitAnswer) => Promise<void>
}

/** Shows a question outside of a chat with the components of its plugin. */
export function HandledQuestion({ question, handler, onRespond }: HandledQuestionProps) {
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  const [, show] = useReducer((count: number) => count + 1, 0)
  const [run, setRun] = useState<HandlerRun>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a run of its own, and a list that is read again is not
  useEffect(() => {
    const answer = async (result: ElicitAnswer) => {
      await onRespond(result)
      return true
    }
    const started = new HandlerRun({ question, handler, answer, createId: mintId, onChange: show, retry })
    setRun(started)
    return () => started.halt()
  }, [attempt, question.elicitId, question.attempt])
  return run?.emissions.map((emission) => (
    <Emission
      key={emission.emissionId}
      emission={emission}
      onRespond={(_, emissionId, response) => run.respond(emissionId, response)}
    />
  ))
}
