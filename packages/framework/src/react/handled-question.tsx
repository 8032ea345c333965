import { useEffect, useReducer, useState } from 'react'
import { HandlerRun } from '../chat/client/handler-run.ts'
import type { PendingElicitState } from '../chat/state.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { ElicitHandler, PluginClient } from '../tools/plugin.ts'
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
    const createId = () => crypto.randomUUID()
    const started = new HandlerRun({ question, handler, answer, createId, onChange: show, retry })
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

/**
 * Returns the handler of the plugin that asks this question; `undefined` if it is asked with a form, as every question of a hosted
 * server is: a tool of that server may have the name of one of the application.
 */
export function findHandler(
  plugins: readonly PluginClient[],
  { toolName, key, origin }: Pick<PendingElicitState, 'toolName' | 'key' | 'origin'>,
): ElicitHandler | undefined {
  if (origin !== undefined) return undefined
  return plugins.find((plugin) => plugin.toolName === toolName && Object.hasOwn(plugin.handlers, key))?.handlers[key]
}
