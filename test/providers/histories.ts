import type { Turn } from './turns.ts'

// Each of these reads a body that the server has held against the schema of its wire.

interface AnthropicBlock {
  type: string
  id: string
  tool_use_id: string
}

export function anthropicTurns(body: unknown): Turn[] {
  const { messages } = body as { messages: { role: Turn['role']; content: string | AnthropicBlock[] }[] }
  return messages.map(({ role, content }) => {
    const blocks = typeof content === 'string' ? [] : content
    return {
      role,
      calls: blocks.flatMap(({ type, id }) => (type === 'tool_use' ? id : [])),
      results: blocks.flatMap(({ type, tool_use_id }) => (type === 'tool_result' ? tool_use_id : [])),
    }
  })
}

interface GooglePart {
  functionCall?: { id: string }
  functionResponse?: { id: string }
}

export function googleTurns(body: unknown): Turn[] {
  const { contents } = body as { contents: { role: string; parts: GooglePart[] }[] }
  const turns = contents.map(
    ({ role, parts }): Turn => ({
      role: role === 'model' ? 'assistant' : 'user',
      calls: parts.flatMap(({ functionCall }) => functionCall?.id ?? []),
      results: parts.flatMap(({ functionResponse }) => functionResponse?.id ?? []),
    }),
  )
  return turns.reduce(joinResults, [])
}

interface ChatMessage {
  role: string
  tool_calls?: { id: string }[]
  tool_call_id?: string
}

export function chatTurns(body: unknown): Turn[] {
  const { messages } = body as { messages: ChatMessage[] }
  const turns = messages
    .filter(({ role }) => role !== 'system' && role !== 'developer')
    .map(
      ({ role, tool_calls = [], tool_call_id }): Turn => ({
        role: role === 'assistant' ? 'assistant' : 'user',
        calls: tool_calls.map(({ id }) => id),
        results: tool_call_id === undefined ? [] : [tool_call_id],
      }),
    )
  return turns.reduce(joinResults, [])
}

interface OllamaMessage {
  role: string
  tool_calls?: { function: { name: string } }[]
  tool_name?: string
}

/** Calls have no ids there: results are known by the name of their tool. */
export function ollamaTurns(body: unknown): Turn[] {
  const { messages } = body as { messages: OllamaMessage[] }
  const turns = messages
    .filter(({ role }) => role !== 'system')
    .map(
      ({ role, tool_calls = [], tool_name }): Turn => ({
        role: role === 'assistant' ? 'assistant' : 'user',
        calls: tool_calls.map((call) => call.function.name),
        results: tool_name === undefined ? [] : [tool_name],
      }),
    )
  return turns.reduce(joinResults, [])
}

interface ResponsesItem {
  type?: string
  role?: string
  call_id: string
}

/** A list of items, not of turns: those of one side in a row are one turn. */
export function responsesTurns(body: unknown): Turn[] {
  const { input } = body as { input: ResponsesItem[] }
  const turns: Turn[] = []
  for (const { type, role, call_id } of input) {
    if (role === 'system' || role === 'developer') continue
    const side = role === 'user' || type === 'function_call_output' ? 'user' : 'assistant'
    if (turns.at(-1)?.role !== side) turns.push({ role: side, calls: [], results: [] })
    if (type === 'function_call') turns.at(-1)?.calls.push(call_id)
    if (type === 'function_call_output') turns.at(-1)?.results.push(call_id)
  }
  return turns
}

/** Where results stand alone, what the user says after them belongs to the same turn. */
function joinResults(turns: Turn[], turn: Turn): Turn[] {
  const last = turns.at(-1)
  if (turn.role !== 'user' || last?.role !== 'user' || last.results.length === 0) return [...turns, turn]
  return turns.with(-1, { ...last, results: [...last.results, ...turn.results] })
}
