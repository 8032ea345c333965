import { createHash, randomUUID } from 'node:crypto'
import { closed } from '../closed.ts'
import type { SchemaObject } from '../shape.ts'
import type { Said, Wire } from '../wire.ts'
import { openaiChat } from './openai-chat.ts'

const list = (items: SchemaObject) => ({ type: 'array', items, minItems: 1 })
const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const name = { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,64}$' }
const schema = { type: 'object', properties: { type: { const: 'object' } }, required: ['type'] }
const status = { enum: ['in_progress', 'completed', 'incomplete'] }

const inputPart = {
  anyOf: [
    closed({ type: { const: 'input_text' }, text: string }),
    closed(
      {
        type: { const: 'input_image' },
        image_url: { type: 'string', pattern: '^(https?:|data:image/[a-z+.-]+;base64,)' },
      },
      { detail: { enum: ['auto', 'low', 'high', 'original'] } },
    ),
    closed({ type: { const: 'input_file' }, filename: string, file_data: string }),
  ],
}
const input = { anyOf: [string, list(inputPart)] }
const outputPart = closed({ type: { const: 'output_text' }, text: string }, { annotations: { type: 'array' } })
const reference = closed({ type: { const: 'item_reference' }, id: string })

const item = {
  anyOf: [
    closed({ role: { enum: ['user', 'system', 'developer'] }, content: input }, { type: { const: 'message' } }),
    closed(
      { role: { const: 'assistant' }, content: { anyOf: [string, list(outputPart)] } },
      { type: { const: 'message' }, id: { type: 'string', pattern: '^msg_' }, status, phase: string },
    ),
    closed(
      { type: { const: 'function_call' }, call_id: { type: 'string', minLength: 1 }, name, arguments: string },
      { id: { type: 'string', pattern: '^fc_' }, status },
    ),
    closed(
      { type: { const: 'function_call_output' }, call_id: { type: 'string', minLength: 1 }, output: input },
      { id: string, status },
    ),
    closed(
      {
        type: { const: 'reasoning' },
        id: { type: 'string', pattern: '^rs_' },
        summary: { type: 'array', items: closed({ type: { const: 'summary_text' }, text: string }) },
      },
      { encrypted_content: string, status },
    ),
    reference,
  ],
}

const jsonSchema = {
  ...closed({ type: { const: 'json_schema' }, name, schema }, { description: string, strict: boolean }),
  anyOf: [{ properties: { strict: { const: false } } }, { properties: { schema: { $ref: '#/$defs/strict' } } }],
}

const request = {
  ...closed(
    { model: string, input: { anyOf: [string, list(item)] } },
    {
      instructions: string,
      tools: list({
        anyOf: [
          closed({ type: { const: 'function' }, name, parameters: schema, strict: boolean }, { description: string }),
          closed({ type: { const: 'web_search' } }, { search_context_size: { enum: ['low', 'medium', 'high'] } }),
        ],
      }),
      tool_choice: {
        anyOf: [{ enum: ['none', 'auto', 'required'] }, closed({ type: { const: 'function' }, name })],
      },
      parallel_tool_calls: boolean,
      max_tool_calls: integer,
      text: closed(
        {},
        {
          format: { anyOf: [closed({ type: { enum: ['text', 'json_object'] } }), jsonSchema] },
          verbosity: { enum: ['low', 'medium', 'high'] },
        },
      ),
      reasoning: closed({}, { effort: string, summary: { enum: ['auto', 'concise', 'detailed'] } }),
      include: list({
        enum: ['reasoning.encrypted_content', 'message.output_text.logprobs', 'web_search_call.action.sources'],
      }),
      max_output_tokens: { type: 'integer', minimum: 16 },
      temperature: { type: 'number', minimum: 0, maximum: 2 },
      top_p: number,
      top_logprobs: integer,
      stream: boolean,
      stream_options: closed({}, { include_obfuscation: boolean }),
      store: boolean,
      background: boolean,
      previous_response_id: string,
      conversation: string,
      truncation: { enum: ['auto', 'disabled'] },
      metadata: { type: 'object', additionalProperties: string },
      user: string,
      service_tier: string,
      prompt_cache_key: string,
      safety_identifier: string,
    },
  ),
  dependentRequired: { tool_choice: ['tools'], stream_options: ['stream'] },
  // What was not stored cannot be referred to.
  anyOf: [
    { properties: { store: { const: true } } },
    { properties: { input: { not: { type: 'array', contains: reference } } } },
  ],
  $defs: openaiChat.request.$defs,
}

interface Asked {
  model: string
  stream?: boolean
  store?: boolean
  include?: string[]
  reasoning?: { effort?: string; summary?: string }
}
// The harness has held the body against the schema above.
const asked = (body: unknown) => body as Asked

/** The same for the same content: an answer has the same items, whole or in pieces. */
const idOf = (kind: string, content: string) => `${kind}_${createHash('sha256').update(content).digest('hex')}`
const words = (text = '') => text.match(/\s*\S+|\s+/g) ?? []

const summaryText = (text: string) => ({ type: 'summary_text', text })
const outputText = (text: string, annotations: object[] = []) => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
})

const annotationsOf = ({ found = [] }: Said) =>
  found.map((page) => ({ type: 'url_citation', start_index: 0, end_index: 1, ...page }))

type Item = { type: string; id: string } & Record<string, unknown>

/** A summary of the reasoning, and its sealed form, come only to those who ask for them. */
function reasoningItems({ reasoning }: Said, body: unknown): Item[] {
  if (reasoning === undefined) return []
  const { include = [], reasoning: wanted } = asked(body)
  const sealed = include.includes('reasoning.encrypted_content') && { encrypted_content: btoa(`sealed ${reasoning}`) }
  const summary = wanted?.summary === undefined ? [] : [summaryText(reasoning)]
  return [{ type: 'reasoning', id: idOf('rs', reasoning), summary, ...sealed }]
}

function messageItems(said: Said): Item[] {
  const { text } = said
  if (text === undefined) return []
  const content = [outputText(text, annotationsOf(said))]
  return [{ type: 'message', id: idOf('msg', text), status: 'completed', role: 'assistant', content }]
}

const searchItems = ({ found }: Said): Item[] =>
  found === undefined
    ? []
    : [{ type: 'web_search_call', id: 'ws_01', status: 'completed', action: { type: 'search', query: 'loopback' } }]

const callItems = ({ calls = [] }: Said): Item[] =>
  calls.map(({ id, name, input }) => ({
    type: 'function_call',
    id: idOf('fc', id),
    status: 'completed',
    call_id: id,
    name,
    arguments: JSON.stringify(input),
  }))

const outputOf = (said: Said, body: unknown) => [
  ...reasoningItems(said, body),
  ...searchItems(said),
  ...messageItems(said),
  ...callItems(said),
]

const usageOf = ({ usage }: Said) =>
  usage && {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input + usage.output,
  }

const opened = (body: unknown) => ({
  id: `resp_${randomUUID()}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  model: asked(body).model,
  output: [] as Item[],
  parallel_tool_calls: true,
  previous_response_id: null,
  store: asked(body).store ?? true,
  usage: null,
})

const closedResponse = (response: ReturnType<typeof opened>, output: Item[], said: Said) => ({
  ...response,
  status: said.stop === 'length' ? 'incomplete' : 'completed',
  incomplete_details: said.stop === 'length' ? { reason: 'max_output_tokens' } : null,
  output,
  usage: usageOf(said) ?? null,
})

type Event = { type: string } & Record<string, unknown>

function* itemEvents(item: Item, output_index: number, said: Said): Generator<Event> {
  const at = { item_id: item.id, output_index }
  if (item.type === 'reasoning') {
    yield { type: 'response.output_item.added', output_index, item: { ...item, summary: [] } }
    if ((item.summary as unknown[]).length > 0) yield* summaryEvents({ ...at, summary_index: 0 }, said.reasoning ?? '')
  } else if (item.type === 'message') {
    yield { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', content: [] } }
    yield* textEvents({ ...at, content_index: 0 }, said)
  } else if (item.type === 'web_search_call') {
    yield { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } }
  } else {
    const json = String(item.arguments)
    const middle = Math.floor(json.length / 2)
    yield { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', arguments: '' } }
    yield { type: 'response.function_call_arguments.delta', ...at, delta: json.slice(0, middle) }
    yield { type: 'response.function_call_arguments.delta', ...at, delta: json.slice(middle) }
    yield { type: 'response.function_call_arguments.done', ...at, name: item.name, arguments: json }
  }
  yield { type: 'response.output_item.done', output_index, item }
}

function* summaryEvents(at: object, text: string): Generator<Event> {
  yield { type: 'response.reasoning_summary_part.added', ...at, part: summaryText('') }
  for (const delta of words(text)) yield { type: 'response.reasoning_summary_text.delta', ...at, delta }
  yield { type: 'response.reasoning_summary_text.done', ...at, text }
  yield { type: 'response.reasoning_summary_part.done', ...at, part: summaryText(text) }
}

function* textEvents(at: object, said: Said): Generator<Event> {
  const { text = '' } = said
  const annotations = annotationsOf(said)
  yield { type: 'response.content_part.added', ...at, part: outputText('') }
  for (const delta of words(text)) yield { type: 'response.output_text.delta', ...at, delta, logprobs: [] }
  for (const [annotation_index, annotation] of annotations.entries())
    yield { type: 'response.output_text.annotation.added', ...at, annotation_index, annotation }
  yield { type: 'response.output_text.done', ...at, text, logprobs: [] }
  yield { type: 'response.content_part.done', ...at, part: outputText(text, annotations) }
}

function* events(said: Said, body: unknown): Generator<Event> {
  const response = opened(body)
  yield { type: 'response.created', response }
  yield { type: 'response.in_progress', response }
  const output = outputOf(said, body)
  for (const [index, item] of output.entries()) yield* itemEvents(item, index, said)
  const last = closedResponse(response, output, said)
  yield { type: `response.${last.status}`, response: last }
}

/** OpenAI responses. */
export const openaiResponses: Wire = {
  name: 'openai-responses',
  paths: ['/v1/responses'],
  contentType: { whole: 'application/json', stream: 'text/event-stream; charset=utf-8' },
  request,
  isStream: (_path, body) => asked(body).stream === true,
  whole: (said, body) => JSON.stringify(closedResponse(opened(body), outputOf(said, body), said)),
  pieces: (said, body) =>
    [...events(said, body)].map(
      (event, sequence_number) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    ),
  error: (status) => openaiChat.error(status),
}
