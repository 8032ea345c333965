import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import type { SampleEffect } from '../../tools/effects/sample.ts'
import { toMcpMessages } from '../../tools/message.ts'
import type { Question } from '../../tools/peer.ts'

/** A question on the wire: sent over a session, or embedded in a result. */
export interface InputRequest {
  method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  params: Record<string, unknown>
}

/** The `_meta` key under which rich clients find the key, context and attempt of a question. */
export const ELICIT_META = 'dev.sweatpants/elicit'

/** Returns a question in the form of the protocol. Detaching is not a question to the client. */
export function toInputRequest(question: Exclude<Question, { type: 'detach' }>): InputRequest {
  if (question.type === 'elicit') return { method: 'elicitation/create', params: toElicitParams(question) }
  if (question.type === 'sample') return { method: 'sampling/createMessage', params: toSampleParams(question) }
  return { method: 'roots/list', params: {} }
}

/** Returns what the person reads: why the question is asked again, who wrote it, and its text. */
export function toElicitMessage({ message, refusal, hasChanged, origin }: ElicitEffect): string {
  const note = hasChanged
    ? 'This question has changed since you were asked.'
    : `The last answer was refused: ${refusal}`
  // The client shows the message as ours, so it says who wrote it.
  const words = origin === undefined ? message : `${origin} asks:\n\n${message}`
  return refusal === undefined ? words : `${words}\n\n(${note})`
}

function toElicitParams(question: ElicitEffect): Record<string, unknown> {
  const { key, context, schema, hasChanged, attempt, origin, ui } = question
  return {
    mode: 'form',
    message: toElicitMessage(question),
    requestedSchema: schema,
    _meta: {
      [ELICIT_META]: {
        key,
        context,
        attempt,
        ...(hasChanged && { changed: true }),
        ...(origin !== undefined && { origin }),
      },
      ...(ui?.startsWith('ui://') && { ui: { resourceUri: ui } }),
    },
  }
}

function toSampleParams(effect: SampleEffect): Record<string, unknown> {
  const { messages, systemPrompt, maxTokens, temperature, modelPreferences, tools, toolChoice } = effect
  return {
    messages: toMcpMessages(messages),
    maxTokens,
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(temperature !== undefined && { temperature }),
    ...(modelPreferences !== undefined && { modelPreferences }),
    ...(tools !== undefined && { tools }),
    ...(toolChoice !== undefined && { toolChoice }),
  }
}
