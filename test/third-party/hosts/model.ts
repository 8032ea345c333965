import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to the model: which tools it offers, and the whole of it as text. */
interface Asked {
  path: string
  offered: readonly string[]
  isStreaming: boolean
}

/** What the model answers: it calls a tool, or says something. */
export type Reply = { type: 'call'; name: string; input: object } | { type: 'text'; text: string }

type Format = (reply: Reply, asked: Asked, response: ServerResponse) => void

let calls = 0

/** A new id for each call, as providers give. */
const mintCallId = (): string => `call_${++calls}`

const send = (response: ServerResponse, body: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

function stream(response: ServerResponse, events: readonly object[], isNamed: boolean, last = ''): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    const name = isNamed ? `event: ${(event as { type: string }).type}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end(last)
}

const anthropic: Format = (reply, { isStreaming }, response) => {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const stop_reason = reply.type === 'call' ? 'tool_use' : 'end_turn'
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null, usage }
  const block =
    reply.type === 'call'
      ? { type: 'tool_use', id: mintCallId(), name: reply.name, input: reply.input }
      : { type: 'text', text: reply.text }
  if (!isStreaming) return send(response, { ...message, content: [block], stop_reason })
  const [start, delta] =
    reply.type === 'call'
      ? [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) },
        ]
      : [
          { type: 'text', text: '' },
          { type: 'text_delta', text: reply.text },
        ]
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  stream(response, events, true)
}

const completions: Format = (reply, { isStreaming }, response) => {
  const message =
    reply.type === 'call'
      ? {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              index: 0,
              id: mintCallId(),
              type: 'function',
              function: { name: reply.name, arguments: JSON.stringify(reply.input) },
            },
          ],
        }
      : { role: 'assistant', content: reply.text }
  const finish_reason = reply.type === 'call' ? 'tool_calls' : 'stop'
  const about = { id: 'chat_1', created: 1, model: 'scripted' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  if (!isStreaming) {
    const choices = [{ index: 0, message, finish_reason }]
    return send(response, { ...about, object: 'chat.completion', choices, usage })
  }
  const chunk = (delta: object, finish: string | null) => ({
    ...about,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  stream(response, [chunk(message, null), { ...chunk({}, finish_reason), usage }], false, 'data: [DONE]\n\n')
}

const responses: Format = (reply, _asked, response) => {
  const item =
    reply.type === 'call'
      ? {
          type: 'function_call',
          id: 'fc_1',
          call_id: mintCallId(),
          ...splitNamespace(reply.name),
          arguments: JSON.stringify(reply.input),
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: reply.text, annotations: [] }],
        }
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  }
  const whole = { id: 'resp_1', object: 'response', created_at: 1, model: 'scripted', status: 'completed', usage }
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...whole, output: [item] } },
  ]
  stream(response, events, true)
}

/** Codex offers the tools of a server as one group; a call names both. */
function splitNamespace(name: string): { name: string; namespace?: string } {
  const [namespace, own] = name.split('/')
  return own === undefined ? { name } : { name: own, namespace: namespace! }
}

const google: Format = (reply, { path }, response) => {
  const part = reply.type === 'call' ? { functionCall: { name: reply.name, args: reply.input } } : { text: reply.text }
  const body = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  }
  if (path.includes('stream')) stream(response, [body], false)
  else send(response, body)
}

const FORMATS: readonly [path: RegExp, format: Format][] = [
  [/\/messages(\?|$)/, anthropic],
  [/\/chat\/completions/, completions],
  [/\/responses/, responses],
  [/:(streamG|g)enerateContent/, google],
]

export interface ScriptedProvider extends AsyncDisposable {
  url: string
  /** The names of the tools that it was offered. */
  readonly offered: Set<string>
  readonly paths: string[]
}

/** Decides what the model answers: by the results of the calls so far. A call names the end of a tool's name. */
export type Script = (results: readonly string[]) => Reply | Promise<Reply>

/** A provider on the loopback that speaks four wire formats. Without tools it says nothing. */
export async function startProvider(script: Script): Promise<ScriptedProvider> {
  const offered = new Set<string>()
  const paths: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    paths.push(path)
    const [, format] = FORMATS.find(([pattern]) => pattern.test(path)) ?? []
    const body = await text(request)
    if (format === undefined || body === '') return send(response, { data: [], models: [] })
    const sent = JSON.parse(body)
    const names = namesOf(sent.tools)
    for (const name of names) offered.add(name)
    const asked: Reply = names.length === 0 ? { type: 'text', text: 'nothing' } : await script(resultsOf(sent))
    const name = asked.type === 'call' ? names.find((candidate) => candidate.endsWith(asked.name)) : undefined
    const reply: Reply =
      asked.type === 'text'
        ? asked
        : name === undefined
          ? { type: 'text', text: `no ${asked.name}` }
          : { ...asked, name }
    format(reply, { path, offered: names, isStreaming: sent.stream === true }, response)
  }
  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    offered,
    paths,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** Finds the names of tools in any of the formats. */
function namesOf(tools: unknown): string[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool) => {
    if (Array.isArray(tool.functionDeclarations)) return namesOf(tool.functionDeclarations)
    if (tool.type === 'namespace') return namesOf(tool.tools).map((name) => `${tool.name}/${name}`)
    return [tool.name ?? tool.function?.name].filter((name) => typeof name === 'string')
  })
}

/** Finds the results of the calls, in any of the formats. */
function resultsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, role, content, output, functionResponse } = value as Record<string, unknown>
  if (type === 'tool_result' || role === 'tool') return [JSON.stringify(content)]
  if (type === 'function_call_output') return [JSON.stringify(output)]
  if (functionResponse !== undefined) return [JSON.stringify(functionResponse)]
  return Object.values(value).flatMap(resultsOf)
}
