import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { HandlerRun } from '../chat/client/handler-run.ts'
import type { PendingElicitState } from '../chat/state.ts'
import type { InboxQuestion } from '../inbox/question.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { ElicitHandler, PluginClient } from '../tools/plugin.ts'
import { Emission } from './emission.tsx'
import { toFormQuestion } from './use-inbox.ts'

/**
 * Shows the question of a link's page (`linkScript` of `createInbox`) with the components of its plugin, in place of the form.
 * Does nothing if no plugin handles it: then the person answers the form.
 *
 * ```tsx
 * showLinkQuestion(plugins, (question, place) => createRoot(place).render(question))
 * ```
 */
export function showLinkQuestion(
  plugins: readonly PluginClient[],
  render: (question: ReactNode, place: HTMLElement) => void,
): void {
  const form = document.querySelector('form')
  const shown = document.querySelector('#question')?.textContent
  if (form === null || typeof shown !== 'string') return
  // The server wrote the rest of it.
  const question = toFormQuestion({ ...JSON.parse(shown), id: 'link' } as InboxQuestion)
  const { toolName, key } = question
  const plugin = plugins.find((plugin) => plugin.toolName === toolName && Object.hasOwn(plugin.handlers, key))
  const handler = plugin?.handlers[key]
  if (handler === undefined) return
  for (const part of document.querySelectorAll<HTMLElement>('[data-fallback]')) part.hidden = true
  const place = document.createElement('div')
  place.className = 'component'
  form.before(place)
  render(<Handled question={question} handler={handler} form={form} />, place)
}

interface HandledProps {
  question: PendingElicitState
  handler: ElicitHandler
  form: HTMLFormElement
}

function Handled({ question, handler, form }: HandledProps) {
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  const [, show] = useReducer((count: number) => count + 1, 0)
  const [run, setRun] = useState<HandlerRun>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a run of its own
  useEffect(() => {
    const answer = async (result: ElicitAnswer) => {
      send(form, result)
      return true
    }
    const createId = () => crypto.randomUUID()
    const started = new HandlerRun({ question, handler, answer, createId, onChange: show, retry })
    setRun(started)
    return () => started.halt()
  }, [attempt])
  return run?.emissions.map((emission) => (
    <Emission
      key={emission.emissionId}
      emission={emission}
      onRespond={(_, emissionId, response) => run.respond(emissionId, response)}
    />
  ))
}

/** Sends the form, whose reply is the next page. */
function send(form: HTMLFormElement, answer: ElicitAnswer): void {
  const fields = answer.action === 'accept' ? { ...answer, content: JSON.stringify(answer.content ?? null) } : answer
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  form.submit()
}
