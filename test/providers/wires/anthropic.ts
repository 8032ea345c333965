import { closed } from '../closed.ts'
import type { Said, Wire } from '../wire.ts'

/** What the provider wants back with a thought, unchanged. */
export const SIGNATURE = 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h'

const list = (items: object) => ({ type: 'array', items, minItems: 1 })
const string = { type: 'string' }
const number = { type: 'number' }
const boolean = { type: 'boolean' }
const filled = { type: 'string', minLength: 1 }
const id = { type: 'string', pattern: '^[a-zA-Z0-9_-]+$' }
const name = { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,128}$' }
const schema = { type: 'object', properties: { type: { const: 'object' } }, required: ['type'] }
const cached = { cache_control: closed({ type: { const: 'ephemeral' } }, { ttl: { enum: ['5m', '1h'] } }) }

const text = closed({ type: { const: 'text' }, text: filled }, { citations: { type: 'array' }, ...cached })
const image = closed(
  {
    type: { const: 'image' },
    source: {
      anyOf: [
        closed({
          type: { const: 'base64' },
          media_type: { enum: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
          data: { type: 'string', pattern: '^[A-Za-z0-9+/]+=*$' },
        }),
        closed({ type: { const: 'url' }, url: string }),
      ],
    },
  },
  cached,
)
const toolResult = closed(
  { type: { const: 'tool_result' }, tool_use_id: id },
  { content: { anyOf: [string, list({ anyOf: [text, image] })] }, is_error: boolean, ...cached },
)
const toolUse = closed({ type: { const: 'tool_use' }, id, name, input: { type: 'object' } }, cached)
const thinking = closed({ type: { const: 'thinking' }, thinking: string, signature: { const: SIGNATURE } })

const user = closed({
  role: { const: 'user' },
  content: { anyOf: [filled, list({ anyOf: [text, image, toolResult] })] },
})
const assistant = closed({
  role: { const: 'assistant' },
  content: { anyOf: [filled, list({ anyOf: [text, thinking, toolUse] })] },
})

const parallel = { disable_parallel_tool_use: boolean }
const request = {
  ...closed(
    { model: string, max_tokens: { type: 'integer', minimum: 1 }, messages: list({ anyOf: [user, assistant] }) },
    {
      system: { anyOf: [string, list(text)] },
      tools: list({
        anyOf: [
          closed(
            { name, input_schema: schema },
            {
              type: { const: 'custom' },
              description: string,
              strict: boolean,
              eager_input_streaming: boolean,
              ...cached,
            },
          ),
          closed(
            { type: { const: 'web_search_20250305' }, name: { const: 'web_search' } },
            { max_uses: { type: 'integer', minimum: 1 } },
          ),
        ],
      }),
      tool_choice: {
        anyOf: [
          closed({ type: { enum: ['auto', 'any'] } }, parallel),
          closed({ type: { const: 'tool' }, name }, parallel),
          closed({ type: { const: 'none' } }),
        ],
      },
      output_config: closed(
        {},
        {
          effort: { enum: ['low', 'medium', 'high', 'xhigh', 'max'] },
          format: closed({ type: { const: 'json_schema' }, schema }),
        },
      ),
      thinking: {
        anyOf: [
          closed({ type: { const: 'enabled' }, budget_tokens: { type: 'integer', minimum: 1024 } }),
          closed({ type: { const: 'adaptive' } }, { display: { enum: ['summarized', 'omitted'] } }),
          closed({ type: { const: 'disabled' } }),
        ],
      },
      stop_sequences: list(string),
      stream: boolean,
      temperature: { type: 'number', minimum: 0, maximum: 1 },
      top_k: { type: 'integer' },
      top_p: number,
      metadata: closed({}, { user_id: string }),
      service_tier: { enum: ['auto', 'standard_only'] },
    },
  ),
  dependentRequired: { tool_choice: ['tools'] },
  // Blocks of tools are refused where no tools are declared.
  if: {
    properties: {
      messages: {
        contains: { properties: { content: { type: 'array', contains: { anyOf: [toolUse, toolResult] } } } },
      },
    },
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['tools'] },
}

interface Asked {
  model: string
  stream?: boolean
}
// The harness has held the body against the schema above.
const asked = (body: unknown) => body as Asked

const STOP = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use' }
const stopOf = ({ stop, calls = [] }: Said) => STOP[stop ?? (calls.length > 0 ? 'tools' : 'stop')]

const countsOf = ({ usage = { input: 10, output: 5 } }: Said) => usage

const message = (body: unknown) => ({ id: 'msg_01', type: 'message', role: 'assistant', model: asked(body).model })

const cut = (spoken: string, pattern: RegExp): string[] => spoken.match(pattern) ?? []
const words = (spoken: string) => cut(spoken, /\s*\S+|\s+/g)

/** A content block as it is sent whole, as its stream begins, and what comes in between. */
function* blocksOf({ reasoning, text: spoken, found, calls = [] }: Said) {
  if (reasoning !== undefined) {
    yield {
      whole: { type: 'thinking', thinking: reasoning, signature: SIGNATURE },
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...words(reasoning).map((word) => ({ type: 'thinking_delta', thinking: word })),
        { type: 'signature_delta', signature: SIGNATURE },
      ],
    }
  }
  if (found !== undefined) {
    const use = { type: 'server_tool_use', id: 'srvtoolu_01', name: 'web_search' }
    const query = JSON.stringify({ query: 'loopback' })
    yield {
      whole: { ...use, input: JSON.parse(query) },
      start: { ...use, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: query }],
    }
    const results = found.map((page) => ({
      type: 'web_search_result',
      ...page,
      encrypted_content: 'c2VhbGVk',
      page_age: null,
    }))
    const result = { type: 'web_search_tool_result', tool_use_id: use.id, content: results }
    yield { whole: result, start: result, deltas: [] }
  }
  if (spoken !== undefined) {
    yield {
      whole: { type: 'text', text: spoken },
      start: { type: 'text', text: '' },
      deltas: words(spoken).map((word) => ({ type: 'text_delta', text: word })),
    }
  }
  for (const { input, ...call } of calls) {
    const fragments = ['', ...cut(JSON.stringify(input), /.{1,8}/g)]
    yield {
      whole: { type: 'tool_use', ...call, input },
      start: { type: 'tool_use', ...call, input: {} },
      deltas: fragments.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    }
  }
}

function* eventsOf(said: Said, body: unknown) {
  const { input, output } = countsOf(said)
  const usage = { input_tokens: input, output_tokens: 1 }
  const start = { ...message(body), content: [], stop_reason: null, stop_sequence: null, usage }
  yield { type: 'message_start', message: start }
  for (const [index, block] of [...blocksOf(said)].entries()) {
    yield { type: 'content_block_start', index, content_block: block.start }
    if (index === 0) yield { type: 'ping' }
    for (const delta of block.deltas) yield { type: 'content_block_delta', index, delta }
    yield { type: 'content_block_stop', index }
  }
  const delta = { stop_reason: stopOf(said), stop_sequence: null }
  yield { type: 'message_delta', delta, usage: { output_tokens: output } }
  yield { type: 'message_stop' }
}

const ERRORS: Record<number, { type: string; message: string }> = {
  400: { type: 'invalid_request_error', message: 'messages: at least one message is required' },
  401: { type: 'authentication_error', message: 'invalid x-api-key' },
  403: { type: 'permission_error', message: 'Your API key does not have permission to use the specified resource' },
  404: { type: 'not_found_error', message: 'model: loopback' },
  429: { type: 'rate_limit_error', message: 'Number of request tokens has exceeded your per-minute rate limit' },
  529: { type: 'overloaded_error', message: 'Overloaded' },
}
const BROKEN = { type: 'api_error', message: 'Internal server error' }

/** Anthropic messages. */
export const anthropic: Wire = {
  name: 'anthropic',
  paths: ['/v1/messages'],
  contentType: { whole: 'application/json', stream: 'text/event-stream; charset=utf-8' },
  request,
  isStream: (_path, body) => asked(body).stream === true,
  whole(said, body) {
    const { input, output } = countsOf(said)
    return JSON.stringify({
      ...message(body),
      content: [...blocksOf(said)].map((block) => block.whole),
      stop_reason: stopOf(said),
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output },
    })
  },
  pieces: (said, body) =>
    [...eventsOf(said, body)].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  error: (status) => JSON.stringify({ type: 'error', error: ERRORS[status] ?? BROKEN, request_id: 'req_01' }),
}
