import { closed } from '../closed.ts'
import type { SchemaObject } from '../shape.ts'
import type { Said, Wire } from '../wire.ts'

const list = (items: SchemaObject) => ({ type: 'array', items, minItems: 1 })
const each = (names: string[], schema: SchemaObject) => Object.fromEntries(names.map((name) => [name, schema]))
const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const object = { type: 'object' }
// Bare base64: neither a data URL nor an address.
const images = list({ type: 'string', pattern: '^[A-Za-z0-9+/]+=*$' })

const toolCall = closed(
  { function: closed({ name: string, arguments: object }, { index: integer }) },
  { id: string, type: { const: 'function' } },
)

const message = {
  anyOf: [
    closed({ role: { const: 'system' }, content: string }),
    closed({ role: { const: 'user' }, content: string }, { images }),
    closed({ role: { const: 'assistant' } }, { content: string, thinking: string, tool_calls: list(toolCall), images }),
    closed({ role: { const: 'tool' }, tool_name: string, content: string }, { images }),
  ],
}

const options = closed(
  {},
  {
    ...each(['num_keep', 'seed', 'num_predict', 'top_k', 'repeat_last_n', 'num_ctx', 'num_batch'], integer),
    ...each(['num_gpu', 'main_gpu', 'num_thread'], integer),
    ...each(['top_p', 'min_p', 'typical_p', 'temperature', 'repeat_penalty'], number),
    ...each(['presence_penalty', 'frequency_penalty'], number),
    ...each(['penalize_newline', 'numa', 'use_mmap'], boolean),
    stop: { anyOf: [string, list(string)] },
  },
)

const request = closed(
  { model: string, messages: list(message) },
  {
    tools: list(
      closed({
        type: { const: 'function' },
        function: closed({ name: string, parameters: object }, { description: string }),
      }),
    ),
    format: { anyOf: [{ const: 'json' }, object] },
    options,
    stream: boolean,
    think: { anyOf: [boolean, { enum: ['low', 'medium', 'high'] }] },
    keep_alive: { anyOf: [string, number] },
    logprobs: boolean,
    top_logprobs: integer,
  },
)

interface Asked {
  model: string
  stream?: boolean
}
// The harness has held the body against the schema above.
const asked = (body: unknown) => body as Asked

const saying = (body: unknown, message: object) => ({
  model: asked(body).model,
  created_at: new Date().toISOString(),
  message: { role: 'assistant', content: '', ...message },
  done: false,
})

const NANOSECONDS = 1_000_000
/** Calls are no reason to be done: a model that calls has stopped. */
const ending = ({ stop, usage }: Said) => ({
  done: true,
  done_reason: stop === 'length' ? 'length' : 'stop',
  total_duration: 5 * NANOSECONDS,
  load_duration: NANOSECONDS,
  ...(usage !== undefined && {
    prompt_eval_count: usage.input,
    prompt_eval_duration: NANOSECONDS,
    eval_count: usage.output,
    eval_duration: 3 * NANOSECONDS,
  }),
})

const toolCalls = ({ calls = [] }: Said) =>
  calls.map(({ id, name, input }, index) => ({ id, function: { index, name, arguments: input } }))

const words = (text = '') => text.match(/\s*\S+|\s+/g) ?? []

const ERRORS: Record<number, string> = {
  400: 'invalid message content type: <nil>',
  401: 'unauthorized',
  404: "model 'loopback' not found",
  429: 'too many requests, please try again later',
  503: 'server busy, please try again.  maximum pending requests exceeded',
}

/** Ollama's own chat: lines of JSON, calls that are never cut, reasoning as `thinking`. */
export const ollama: Wire = {
  name: 'ollama',
  paths: ['/api/chat'],
  contentType: { whole: 'application/json; charset=utf-8', stream: 'application/x-ndjson' },
  request,
  // It streams unless it is told not to.
  isStream: (_path, body) => asked(body).stream !== false,
  whole(said, body) {
    const { reasoning, text = '' } = said
    const calls = toolCalls(said)
    const message = {
      content: text,
      ...(reasoning !== undefined && { thinking: reasoning }),
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    return JSON.stringify({ ...saying(body, message), ...ending(said) })
  },
  pieces(said, body) {
    const messages = [
      ...words(said.reasoning).map((thinking) => ({ thinking })),
      ...words(said.text).map((content) => ({ content })),
      ...toolCalls(said).map((call) => ({ tool_calls: [call] })),
    ]
    const lines = [...messages.map((message) => saying(body, message)), { ...saying(body, {}), ...ending(said) }]
    return lines.map((line) => `${JSON.stringify(line)}\n`)
  },
  error: (status) => JSON.stringify({ error: ERRORS[status] ?? 'llama runner process has terminated' }),
}
