import type { ReactNode } from 'react'
import type { InboxQuestion } from '../inbox/question.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { findHandler, type PluginClient } from '../tools/plugin.ts'
import { HandledQuestion } from './handled-question.tsx'
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
  const handler = findHandler(plugins, question)
  if (handler === undefined) return
  for (const part of document.querySelectorAll<HTMLElement>('[data-fallback]')) part.hidden = true
  const place = document.createElement('div')
  place.className = 'component'
  form.before(place)
  const onRespond = async (answer: ElicitAnswer) => send(form, answer)
  render(<HandledQuestion question={question} handler={handler} onRespond={onRespond} />, place)
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
