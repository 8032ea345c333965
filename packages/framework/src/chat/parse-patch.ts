import { SweatpantsError } from '../tools/errors.ts'
import type { Patch } from './patch.ts'
import { isObject, problemWith, type Shape } from './shape.ts'

/** What came as a patch is none. */
export class PatchError extends SweatpantsError {
  override name = 'PatchError'
}

type OptionalField = Extract<Shape[string], `${string}?`>
type RequiredField = Exclude<Shape[string], OptionalField>
type PatchOf<T, P extends Patch = Patch> = P extends Patch ? (T extends P['type'] ? P : never) : never

/** Every field of a patch, and whether it may be absent, as its type says. */
type ShapeOf<P> = {
  [F in Exclude<keyof P, 'type'>]-?: Partial<Pick<P, F>> extends Pick<P, F> ? OptionalField : RequiredField
}

const SHAPES: { [T in Patch['type']]: ShapeOf<PatchOf<T>> } = {
  session_info: {
    sessionId: 'string?',
    title: 'string?',
    model: 'string?',
    persona: 'string?',
    capabilities: 'object?',
    commandId: 'string?',
  },
  user_message: {
    messageId: 'string',
    content: 'string',
    timestamp: 'number',
    model: 'string?',
    persona: 'string?',
    commandId: 'string?',
  },
  turn_start: { turn: 'number', messageIds: 'array', model: 'string' },
  turn_end: { turn: 'number', reason: 'string' },
  streaming_start: { messageId: 'string', turn: 'number', attempt: 'number', timestamp: 'number' },
  streaming_text: { messageId: 'string', text: 'string' },
  streaming_reasoning: { messageId: 'string', text: 'string' },
  streaming_end: { messageId: 'string' },
  assistant_message: {
    messageId: 'string',
    turn: 'number',
    content: 'array',
    model: 'string',
    stopReason: 'string',
    usage: 'object',
    timestamp: 'number',
    sources: 'array?',
  },
  tool_call_start: {
    callId: 'string',
    toolUseId: 'string',
    messageId: 'string',
    toolName: 'string',
    arguments: 'json',
    timestamp: 'number',
  },
  tool_call_progress: { callId: 'string', message: 'string', progress: 'number?' },
  tool_call_result: { callId: 'string', result: 'json', content: 'array?' },
  tool_call_error: { callId: 'string', code: 'string', message: 'string' },
  approval_request: { callId: 'string', toolName: 'string', arguments: 'json', timestamp: 'number' },
  approval_response: {
    callId: 'string',
    approved: 'boolean',
    arguments: 'json?',
    reason: 'string?',
    commandId: 'string?',
  },
  elicit_start: { callId: 'string', toolName: 'string' },
  elicit: {
    callId: 'string',
    toolName: 'string',
    elicitId: 'string',
    key: 'string',
    message: 'string',
    context: 'json',
    attempt: 'number',
    timestamp: 'number',
    schema: 'object?',
    refusal: 'string?',
    expiresAt: 'number?',
    ui: 'string?',
  },
  elicit_response: {
    callId: 'string',
    elicitId: 'string',
    result: 'object',
    timestamp: 'number',
    commandId: 'string?',
  },
  elicit_complete: { callId: 'string', elicitId: 'string?' },
  usage: { turn: 'number', usage: 'object' },
  history_cut: { messageId: 'string', commandId: 'string?' },
  abort_request: { commandId: 'string?' },
  abort_complete: { turn: 'number' },
  error: { code: 'string', message: 'string', turn: 'number?' },
  reset: { commandId: 'string?' },
}

const USAGE: Shape = { inputTokens: 'number', outputTokens: 'number', costUsd: 'number?' }

/** What the objects in a field must have, be it one or an array of them. */
const INSIDE: { [T in Patch['type']]?: { [F in keyof PatchOf<T>]?: Shape } } = {
  session_info: { capabilities: { tools: 'array', models: 'array', personas: 'array' } },
  assistant_message: {
    content: { type: 'string', text: 'string?' },
    usage: USAGE,
    sources: { url: 'string?', title: 'string?' },
  },
  elicit_response: { result: { action: 'string' } },
  usage: { usage: USAGE },
}

/** The patch that a server sent; nothing when it is of a kind that only a newer client knows. Throws a `PatchError`. */
export function parsePatch(value: unknown): Patch | undefined {
  if (!isObject(value) || typeof value.type !== 'string') {
    throw new PatchError('a patch is an object with a type; the server does not speak this protocol')
  }
  if (!Object.hasOwn(SHAPES, value.type)) return undefined
  const type = value.type as Patch['type']
  const inside: Readonly<Record<string, Shape>> | undefined = INSIDE[type]
  const problem = problemWith(value, SHAPES[type]) ?? (inside && problemInside(value, inside))
  if (problem !== undefined) throw new PatchError(`${type}: ${problem}`)
  // Its shape has been looked at, field by field.
  return value as unknown as Patch
}

function problemInside(value: Record<string, unknown>, inside: Readonly<Record<string, Shape>>): string | undefined {
  for (const [field, shape] of Object.entries(inside)) {
    for (const item of [value[field] ?? []].flat()) {
      const problem = isObject(item) ? problemWith(item, shape) : 'must be an object'
      if (problem !== undefined) return `${field}: ${problem}`
    }
  }
  return undefined
}
