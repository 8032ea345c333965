import { randomUUID } from 'node:crypto'
import { closed } from '../closed.ts'
import type { SchemaObject } from '../shape.ts'
import type { Said, Wire } from '../wire.ts'

const list = (items: SchemaObject) => ({ type: 'array', items, minItems: 1 })
const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const name = { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,64}$' }
const schema = { type: 'object', properties: { type: { const: 'object' } }, required: ['type'] }

const textPart = closed({ type: { const: 'text' }, text: string })
const imagePart = closed({
  type: { const: 'image_url' },
  image_url: closed(
    { url: { type: 'string', pattern: '^(https?:|data:image/[a-z+.-]+;base64,)' } },
    { detail: { enum: ['auto', 'low', 'high'] } },
  ),
})
const audioPart = closed({
  type: { const: 'input_audio' },
  input_audio: closed({ data: string, format: { enum: ['wav', 'mp3'] } }),
})
const texts = { anyOf: [string, list(textPart)] }

const toolCall = closed({
  id: { type: 'string', minLength: 1 },
  type: { const: 'function' },
  function: closed({ name, arguments: string }),
})

const assistant = {
  ...closed(
    { role: { const: 'assistant' } },
    {
      content: { anyOf: [string, list(textPart), { type: 'null' }] },
      tool_calls: list(toolCall),
      refusal: string,
      name,
      // Not OpenAI's: servers that speak its language give it, and some want it back.
      reasoning_content: string,
    },
  ),
  // Content may be missing only where there are calls.
  anyOf: [{ properties: { content: { not: { type: 'null' } } }, required: ['content'] }, { required: ['tool_calls'] }],
}

const message = {
  anyOf: [
    closed({ role: { enum: ['system', 'developer'] }, content: texts }, { name }),
    closed(
      { role: { const: 'user' }, content: { anyOf: [string, list({ anyOf: [textPart, imagePart, audioPart] })] } },
      { name },
    ),
    assistant,
    closed({ role: { const: 'tool' }, tool_call_id: { type: 'string', minLength: 1 }, content: texts }),
  ],
}

const objectSchema = { anyOf: [schema, { required: ['properties'] }] }
const nested = { $ref: '#/$defs/strict' }
/** What `strict` asks of a schema: closed objects that name what they require, and no keyword that it does not know. */
const strict = {
  type: 'object',
  anyOf: [
    { not: objectSchema },
    { required: ['additionalProperties', 'required'], properties: { additionalProperties: { const: false } } },
  ],
  properties: {
    properties: { additionalProperties: nested },
    items: nested,
    anyOf: list(nested),
    $defs: { additionalProperties: nested },
    ...Object.fromEntries(['allOf', 'oneOf', 'not', 'if', 'patternProperties'].map((keyword) => [keyword, false])),
  },
}

const jsonSchema = {
  ...closed({ name, schema }, { description: string, strict: boolean }),
  anyOf: [{ properties: { strict: { const: false } } }, { properties: { schema: nested } }],
}

const request = {
  ...closed(
    { model: string, messages: list(message) },
    {
      tools: list(
        closed({
          type: { const: 'function' },
          function: closed({ name }, { description: string, parameters: schema, strict: boolean }),
        }),
      ),
      tool_choice: {
        anyOf: [
          { enum: ['none', 'auto', 'required'] },
          closed({ type: { const: 'function' }, function: closed({ name }) }),
        ],
      },
      parallel_tool_calls: boolean,
      response_format: {
        anyOf: [
          closed({ type: { enum: ['text', 'json_object'] } }),
          closed({ type: { const: 'json_schema' }, json_schema: jsonSchema }),
        ],
      },
      max_tokens: integer,
      max_completion_tokens: integer,
      temperature: { type: 'number', minimum: 0, maximum: 2 },
      top_p: number,
      frequency_penalty: number,
      presence_penalty: number,
      stop: { anyOf: [string, list(string)] },
      seed: integer,
      n: integer,
      reasoning_effort: string,
      verbosity: string,
      stream: boolean,
      stream_options: closed({}, { include_usage: boolean, include_obfuscation: boolean }),
      store: boolean,
      metadata: { type: 'object', additionalProperties: string },
      user: string,
      service_tier: string,
      prompt_cache_key: string,
      safety_identifier: string,
    },
  ),
  dependentRequired: { tool_choice: ['tools'], stream_options: ['stream'] },
  $defs: { strict },
}

interface Asked {
  model: string
  stream?: boolean
  stream_options?: { include_usage?: boolean }
}
// The harness has held the body against the schema above.
const asked = (body: unknown) => body as Asked

const FINISH = { stop: 'stop', length: 'length', tools: 'tool_calls' }
const finishOf = ({ stop, calls = [] }: Said) => FINISH[stop ?? (calls.length > 0 ? 'tools' : 'stop')]

const usageOf = ({ usage }: Said) =>
  usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  }

const head = (object: string, body: unknown) => ({
  id: `chatcmpl-${randomUUID()}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model: asked(body).model,
  system_fingerprint: 'fp_loopback',
})

const words = (text = '') => text.match(/\s*\S+|\s+/g) ?? []

function* deltas({ reasoning, text, calls = [] }: Said): Generator<object> {
  yield { role: 'assistant', content: text === undefined ? null : '', refusal: null }
  for (const word of words(reasoning)) yield { reasoning_content: word }
  for (const word of words(text)) yield { content: word }
  for (const [index, call] of calls.entries()) {
    const json = JSON.stringify(call.input)
    const middle = Math.floor(json.length / 2)
    const start = { id: call.id, type: 'function', function: { name: call.name, arguments: '' } }
    yield { tool_calls: [{ index, ...start }] }
    yield { tool_calls: [{ index, function: { arguments: json.slice(0, middle) } }] }
    yield { tool_calls: [{ index, function: { arguments: json.slice(middle) } }] }
  }
}

const ERRORS: Record<number, { message: string; type: string; code: string | null }> = {
  400: { message: "Invalid value for 'messages'.", type: 'invalid_request_error', code: 'invalid_value' },
  401: { message: 'Incorrect API key provided: loopback.', type: 'invalid_request_error', code: 'invalid_api_key' },
  403: { message: 'Country, region, or territory not supported', type: 'request_forbidden', code: null },
  404: {
    message: 'The model does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    code: 'model_not_found',
  },
  429: { message: 'Rate limit reached for requests.', type: 'requests', code: 'rate_limit_exceeded' },
  503: { message: 'The engine is currently overloaded, please try again later.', type: 'server_error', code: null },
}
const BROKEN = { message: 'The server had an error while processing your request.', type: 'server_error', code: null }

/** OpenAI chat completions, and the many servers that speak the same. */
export const openaiChat: Wire = {
  name: 'openai-chat',
  paths: ['/v1/chat/completions'],
  contentType: { whole: 'application/json', stream: 'text/event-stream; charset=utf-8' },
  request,
  isStream: (_path, body) => asked(body).stream === true,
  whole(said, body) {
    const { reasoning, text, calls = [] } = said
    const message = {
      role: 'assistant',
      content: text ?? null,
      refusal: null,
      annotations: [],
      ...(reasoning !== undefined && { reasoning_content: reasoning }),
      ...(calls.length > 0 && {
        tool_calls: calls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.input) },
        })),
      }),
    }
    return JSON.stringify({
      ...head('chat.completion', body),
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(said) }],
      usage: usageOf(said),
    })
  },
  pieces(said, body) {
    const withUsage = asked(body).stream_options?.include_usage === true
    const base = { ...head('chat.completion.chunk', body), ...(withUsage && { usage: null }) }
    const choice = (delta: object, finish_reason: string | null) => ({
      ...base,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    })
    const chunks: object[] = [...deltas(said)].map((delta) => choice(delta, null))
    chunks.push(choice({}, finishOf(said)))
    if (withUsage && said.usage !== undefined) chunks.push({ ...base, choices: [], usage: usageOf(said) })
    return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n']
  },
  error: (status) => JSON.stringify({ error: { ...(ERRORS[status] ?? BROKEN), param: null } }),
}
