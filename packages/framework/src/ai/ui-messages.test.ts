import { describe, expect, test } from 'vitest'
import { replay } from '../chat/fixtures/random-log.ts'
import type { Patch } from '../chat/patch.ts'
import { noUsage } from '../tools/usage.ts'
import { toChunks } from './ui-chunks.ts'
import type { UiChunk, UiMessage } from './ui-message.ts'
import { toUIMessages } from './ui-messages.ts'

const begun: Patch[] = [
  { type: 'user_message', messageId: 'u-mine', content: 'Book', timestamp: 1, commandId: 'mine' },
  { type: 'turn_start', turn: 1, messageIds: ['u-mine'], model: 'm' },
  { type: 'streaming_start', messageId: 'm1_0', turn: 1, attempt: 1, timestamp: 2 },
  { type: 'streaming_reasoning', messageId: 'm1_0', text: 'Hm' },
  { type: 'streaming_text', messageId: 'm1_0', text: 'Let me' },
  { type: 'streaming_text', messageId: 'm1_0', text: ' see.' },
]
const called: Patch[] = [
  ...begun,
  {
    type: 'assistant_message',
    messageId: 'm1_0',
    turn: 1,
    content: [
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 't', name: 'book', input: {} },
    ],
    model: 'm',
    stopReason: 'toolUse',
    usage: noUsage,
    timestamp: 3,
  },
  {
    type: 'tool_call_start',
    callId: 'c',
    toolUseId: 't',
    messageId: 'm1_0',
    toolName: 'book',
    arguments: { to: 'Oslo' },
    timestamp: 4,
  },
]
const ask = (elicitId: string, attempt = 1, more: object = {}): Patch => ({
  type: 'elicit',
  callId: 'c',
  toolName: 'book',
  elicitId,
  key: 'pick',
  message: 'Which?',
  context: { flights: ['A'] },
  attempt,
  timestamp: 5,
  ...more,
})
const respond = (elicitId: string): Patch => ({
  type: 'elicit_response',
  callId: 'c',
  elicitId,
  result: { action: 'accept', content: { flight: 'A' } },
  timestamp: 6,
})
const done: Patch[] = [
  { type: 'elicit_complete', callId: 'c' },
  { type: 'tool_call_result', callId: 'c', result: 'booked' },
]

const turn = (patches: readonly Patch[]) => toUIMessages<UiMessage>(replay(patches)).at(-1)!
const partOf = (message: UiMessage, type: string) => message.parts.find((part) => part.type === type)

describe('toUIMessages', () => {
  test('a message keeps the id that the page chose, and its files', () => {
    const content = [
      { type: 'text' as const, text: 'Look' },
      { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' },
      { type: 'file' as const, data: 'aGk=', mimeType: 'text/plain', name: 'a.txt' },
    ]
    expect(turn([{ type: 'user_message', messageId: 'u-mine', content, timestamp: 1 }])).toEqual({
      id: 'mine',
      role: 'user',
      parts: [
        { type: 'text', text: 'Look' },
        { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,aGk=' },
        { type: 'file', mediaType: 'text/plain', url: 'data:text/plain;base64,aGk=', filename: 'a.txt' },
      ],
    })
  })

  test('a question is a part of the page until it is answered, and of the server from then on', () => {
    const asked = turn([...called, ask('q')])
    expect(partOf(asked, 'tool-book')).toMatchObject({ state: 'input-available', providerExecuted: true })
    expect(partOf(asked, 'tool-book.pick')).toEqual({
      type: 'tool-book.pick',
      toolCallId: 'q',
      state: 'input-available',
      input: { callId: 'c', message: 'Which?', context: { flights: ['A'] }, attempt: 1 },
    })
    const output = { action: 'accept', content: { flight: 'A' } }
    const answered = { state: 'output-available', output, providerExecuted: true }
    expect(partOf(turn([...called, ask('q'), respond('q')]), 'tool-book.pick')).toMatchObject(answered)
    expect(partOf(turn([...called, ask('q'), respond('q'), ...done]), 'tool-book.pick')).toMatchObject(answered)
    expect(partOf(turn([...called, ask('q'), ...done]), 'tool-book.pick')).toMatchObject({
      state: 'output-error',
      errorText: 'withdrawn',
      providerExecuted: true,
    })
  })
})

/** What a page shows after these chunks, as the AI SDK does. */
function apply(chunks: readonly UiChunk[], shown: UiMessage['parts'] = []): UiMessage['parts'] {
  const parts = structuredClone(shown)
  const ids = new Map<string, UiMessage['parts'][number]>()
  for (const chunk of chunks) {
    const { type, id = '', delta = '', toolCallId } = chunk
    const [kind, verb] = type.split('-') as [string, string]
    if (type === 'start-step') parts.push({ type: 'step-start' })
    else if (type === 'reset-step') parts.splice(parts.findLastIndex((part) => part.type === 'step-start') + 1)
    else if (kind === 'text' || kind === 'reasoning') {
      if (verb === 'start') {
        const part = { type: kind, text: '', state: 'streaming' }
        ids.set(id, part)
        parts.push(part)
      } else if (verb === 'delta') ids.get(id)!.text += delta
      else ids.get(id)!.state = 'done'
    } else if (kind === 'tool') {
      const known = parts.find((part) => part.toolCallId === toolCallId)
      const state = type.slice('tool-'.length)
      const { providerExecuted } = chunk
      if (state === 'input-available') {
        const part = { type: `tool-${chunk.toolName}`, toolCallId, state, input: chunk.input, providerExecuted }
        if (known === undefined) parts.push(part as never)
        else Object.assign(known, part, { output: undefined })
      } else Object.assign(known!, { state, output: chunk.output, errorText: chunk.errorText, providerExecuted })
    }
  }
  return parts
}

describe('toChunks', () => {
  const again: Patch = { type: 'streaming_start', messageId: 'm1_0', turn: 1, attempt: 2, timestamp: 9 }

  test('a page that gets the chunks of each state shows the last state, and is told nothing twice', () => {
    const patches = [...called, ask('q'), respond('q'), ask('q', 2, { refusal: 'no' }), respond('q'), ...done]
    let shown: UiMessage | undefined
    let page: UiMessage['parts'] = []
    const all: UiChunk[] = []
    for (let count = 3; count <= patches.length; count++) {
      const next = turn(patches.slice(0, count))
      const chunks = toChunks(shown, next)
      all.push(...chunks)
      expect(toChunks(next, next)).toEqual([])
      shown = next
    }
    page = apply(all)
    const normal = (parts: UiMessage['parts']) =>
      parts.map((part) => JSON.parse(JSON.stringify({ ...part, providerExecuted: part.providerExecuted || undefined })))
    expect(normal(page)).toEqual(normal(shown!.parts))
    expect(all.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta)).toEqual(['Let me', ' see.'])
  })

  test('a second attempt at an answer resets its step', () => {
    const was = turn(begun)
    const words: Patch = { type: 'streaming_text', messageId: 'm1_0', text: 'Now' }
    const chunks = toChunks(was, turn([...begun, again, words]))
    expect(chunks.map(({ type }) => type)).toEqual(['reset-step', 'text-start', 'text-delta'])
  })

  test('an answer that was refused opens its question in the page again', () => {
    const asked = turn([...called, ask('q')])
    const answered = structuredClone(asked)
    Object.assign(partOf(answered, 'tool-book.pick')!, { state: 'output-available', output: { action: 'accept' } })
    expect(toChunks(answered, asked)).toEqual([
      expect.objectContaining({ type: 'tool-input-available', toolCallId: 'q', providerExecuted: false }),
    ])
  })
})
