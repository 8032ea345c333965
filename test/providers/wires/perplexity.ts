import { randomUUID } from 'node:crypto'
import { closed } from '../closed.ts'
import type { SchemaObject } from '../shape.ts'
import type { Said, Wire } from '../wire.ts'

const list = (items: SchemaObject) => ({ type: 'array', items, minItems: 1 })
const string = { type: 'string' }
const number = { type: 'number' }
const boolean = { type: 'boolean' }
const date = { type: 'string', pattern: '^\\d{1,2}/\\d{1,2}/\\d{4}$' }

const part = {
  anyOf: [
    closed({ type: { const: 'text' }, text: string }),
    closed({
      type: { const: 'image_url' },
      image_url: closed({ url: { type: 'string', pattern: '^(https:|data:image/[a-z+.-]+;base64,)' } }),
    }),
    closed({ type: { const: 'file_url' }, file_url: closed({ url: string }) }, { file_name: string }),
  ],
}
const said = { type: 'string', minLength: 1 }
const system = closed({ role: { const: 'system' }, content: said })
const user = closed({ role: { const: 'user' }, content: { anyOf: [said, list(part)] } })
const assistant = closed({ role: { const: 'assistant' }, content: said })

/** After what may come before them, user and assistant take turns; the user begins and ends. */
function alternating(before: SchemaObject[]): SchemaObject {
  const most = 199
  const turns = Array.from({ length: most }, (_, index) => (index % 2 === 0 ? user : assistant))
  const lengths = Array.from({ length: (most + 1) / 2 }, (_, index) => before.length + 1 + 2 * index)
  return {
    prefixItems: [...before, ...turns],
    anyOf: lengths.map((length) => ({ minItems: length, maxItems: length })),
  }
}

const request = closed(
  { model: string, messages: { type: 'array', anyOf: [alternating([]), alternating([system])] } },
  {
    max_tokens: { type: 'integer', minimum: 1 },
    temperature: { type: 'number', minimum: 0, exclusiveMaximum: 2 },
    top_p: { type: 'number', minimum: 0, maximum: 1 },
    top_k: { type: 'integer', minimum: 0, maximum: 2048 },
    presence_penalty: number,
    frequency_penalty: number,
    stream: boolean,
    stream_mode: { enum: ['full', 'concise'] },
    response_format: {
      anyOf: [
        closed({
          type: { const: 'json_schema' },
          json_schema: closed({ schema: { type: 'object' } }, { name: string, strict: boolean }),
        }),
        closed({ type: { const: 'regex' }, regex: closed({ regex: string }) }),
      ],
    },
    reasoning_effort: { enum: ['minimal', 'low', 'medium', 'high'] },
    search_mode: { enum: ['web', 'academic', 'sec'] },
    search_domain_filter: list(string),
    search_recency_filter: { enum: ['hour', 'day', 'week', 'month', 'year'] },
    search_after_date_filter: date,
    search_before_date_filter: date,
    last_updated_after_filter: date,
    last_updated_before_filter: date,
    return_images: boolean,
    return_related_questions: boolean,
    disable_search: boolean,
    enable_search_classifier: boolean,
    web_search_options: closed(
      {},
      { search_context_size: { enum: ['low', 'medium', 'high'] }, user_location: { type: 'object' } },
    ),
  },
)

interface Asked {
  model: string
  stream?: boolean
}
// The harness has held the body against the schema above.
const asked = (body: unknown) => body as Asked

const SOURCES = [
  {
    title: 'Tic-tac-toe',
    url: 'https://example.com/tic-tac-toe',
    date: '2025-01-02',
    snippet: 'A game on nine squares.',
  },
  { title: 'Noughts and crosses', url: 'https://example.com/noughts', date: null, snippet: 'The same game.' },
]

const head = (object: string, body: unknown, { usage }: Said) => ({
  id: randomUUID(),
  model: asked(body).model,
  created: Math.floor(Date.now() / 1000),
  object,
  citations: SOURCES.map((source) => source.url),
  search_results: SOURCES,
  ...(usage !== undefined && {
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      search_context_size: 'low',
      cost: { input_tokens_cost: 0, output_tokens_cost: 0, request_cost: 0.005, total_cost: 0.005 },
    },
  }),
})

/** There is one channel: a model that reasons does it in the text, before its answer. */
function contentOf({ reasoning, text = '', calls = [] }: Said): string {
  if (calls.length > 0) throw new Error('Perplexity calls no tools')
  return reasoning === undefined ? text : `<think>\n${reasoning}\n</think>\n\n${text}`
}

const finishOf = ({ stop }: Said) => (stop === 'length' ? 'length' : 'stop')

const ERRORS: Record<number, { message: string; type: string }> = {
  400: {
    message:
      'After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).',
    type: 'invalid_message',
  },
  401: { message: 'Invalid API key provided.', type: 'invalid_api_key' },
  404: { message: 'Not found', type: 'not_found' },
  429: { message: 'Request rate limit exceeded, please try again later.', type: 'request_rate_limit_exceeded' },
  503: { message: 'Service temporarily unavailable', type: 'service_unavailable' },
}

/** Perplexity: chat completions with search, and without tools. */
export const perplexity: Wire = {
  name: 'perplexity',
  paths: ['/chat/completions'],
  contentType: { whole: 'application/json', stream: 'text/event-stream; charset=utf-8' },
  request,
  isStream: (_path, body) => asked(body).stream === true,
  whole(said, body) {
    const message = { role: 'assistant', content: contentOf(said) }
    return JSON.stringify({
      ...head('chat.completion', body, said),
      choices: [{ index: 0, finish_reason: finishOf(said), message, delta: { role: 'assistant', content: '' } }],
    })
  },
  pieces(said, body) {
    const base = head('chat.completion.chunk', body, said)
    const words = contentOf(said).match(/\s*\S+|\s+/g) ?? []
    const chunk = (count: number, finish_reason: string | null) => ({
      ...base,
      choices: [
        {
          index: 0,
          finish_reason,
          message: { role: 'assistant', content: words.slice(0, count).join('') },
          delta: { role: 'assistant', content: finish_reason === null ? words[count - 1] : '' },
        },
      ],
    })
    const chunks = [...words.map((_, index) => chunk(index + 1, null)), chunk(words.length, finishOf(said))]
    return [...chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`), 'data: [DONE]\r\n\r\n']
  },
  error(status) {
    const error = ERRORS[status] ?? { message: 'Internal server error', type: 'internal_server_error' }
    return JSON.stringify({ error: { ...error, code: status } })
  },
}
