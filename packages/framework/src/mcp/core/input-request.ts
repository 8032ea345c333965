import { defined } from '../../tools/defined.ts'
import { type ElicitEffect, toShortMessage } from '../../tools/effects/elicit.ts'
import type { SampleEffect } from '../../tools/effects/sample.ts'
import { toMcpMessages } from '../../tools/message.ts'
import type { Question } from '../../tools/peer.ts'
import { fitForm, toConsentNote, toFlat, withTitles } from './fit-form.ts'

/** A question that a client answers. Detaching is not one. */
export type ClientQuestion = Exclude<Question, { type: 'detach' }>

/** A question on the wire: sent over a session, or embedded in a result. */
export interface InputRequest {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params: Record<string, unknown>
}

/** The `_meta` key under which rich clients find the key, context and attempt of a question. */
export const ELICIT_META = 'dev.sweatpants/elicit'

/** Returns a question in the form of the protocol, with the URI of the view that shows it. */
export function toInputRequest(question: ClientQuestion, view?: string): InputRequest {
  switch (question.type) {
    case 'elicit':
      return { method: 'elicitation/create', params: toElicitParams(question, view) }
    case 'sample':
      return { method: 'sampling/createMessage', params: toSampleParams(question) }
    case 'roots':
      return { method: 'roots/list', params: {} }
  }
}

/**
 * Returns what the person reads: why the question is asked again, who wrote it, and its text. Some hosts show three lines, so
 * what matters is in them.
 */
export function toElicitMessage({ message, refusal, hasChanged, origin }: ElicitEffect): string {
  const note = hasChanged
    ? 'This question has changed since you were asked.'
    : `The last answer was refused: ${refusal?.replaceAll('\n', '; ').slice(0, MAX_NOTE)}`
  // The client shows the message as ours, so it says who wrote it.
  const words = `${origin === undefined ? '' : `${origin} asks: `}${toFront(message)}`
  return refusal === undefined ? words : `${note}\n${words}`
}

const SHOWN_LINES = 3
const SHOWN_TEXT = 300
const MAX_NOTE = 150

/** Returns a long message with its question first: the last line that ends with a question mark. */
function toFront(message: string): string {
  const lines = message.split('\n')
  const start = lines.slice(0, SHOWN_LINES).join('\n').slice(0, SHOWN_TEXT)
  if (start === message || start.includes('?')) return message
  const at = lines.findLastIndex((line) => line.trim().endsWith('?'))
  if (at === -1) return message
  const asked = lines[at]!.trim()
  // A paragraph: its last sentence is the question.
  const sentence = asked.length <= SHOWN_TEXT ? asked : /[.!:] +([^.!:]+)$/.exec(asked.slice(-SHOWN_TEXT))?.[1]
  if (sentence === undefined) return message
  const rest = asked === sentence ? lines.filter((_, index) => index !== at).join('\n') : message
  return `${sentence}\n\n${rest.trim()}`
}

function toElicitParams(question: ElicitEffect, view: string | undefined): Record<string, unknown> {
  const { key, context, schema, hasChanged, attempt, origin, url } = question
  const asForm = () => ({
    message: [toElicitMessage(question), toConsentNote(schema)].filter((part) => part !== undefined).join('\n'),
    requestedSchema: fitForm(question),
  })
  // The host checks the answer of a view against the form, so the form is as the tool declares it.
  const inView = () => ({
    message: toElicitMessage({ ...question, message: toShortMessage(question) }),
    requestedSchema: withTitles((question.ui === 'in-app' && toFlat(question)) || schema),
  })
  return {
    ...(url === undefined
      ? { mode: 'form', ...(view === undefined ? asForm() : inView()) }
      : { mode: 'url', message: toElicitMessage(question), url }),
    _meta: {
      [ELICIT_META]: {
        key,
        context,
        attempt,
        ...(hasChanged && { changed: true }),
        ...(origin !== undefined && { origin }),
      },
      ...(view !== undefined && { ui: { resourceUri: view } }),
    },
  }
}

function toSampleParams(effect: SampleEffect): Record<string, unknown> {
  const { messages, systemPrompt, maxTokens, temperature, modelPreferences, tools, toolChoice } = effect
  return {
    messages: toMcpMessages(messages),
    maxTokens,
    ...defined({ systemPrompt, temperature, modelPreferences, tools, toolChoice }),
  }
}
