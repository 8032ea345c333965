import type { Model, ModelCall } from '@sweatpants/framework/models'
import { lesson, story } from './texts.ts'

type Block = Extract<Awaited<ReturnType<Model['answer']>>['content'], readonly unknown[]>[number]
type Input = Record<string, unknown>

/** What a message has the model call. */
const CALLS: Readonly<Record<string, readonly [name: string, input: Input][]>> = {
  'Let us play tic-tac-toe': [['tictactoe', { first: 'person' }]],
  'Let us play, and you begin': [['tictactoe', { first: 'model' }]],
  'Let me pick a card': [['pick_card', { count: 7 }]],
  'Book a flight to Vienna': [['book_flight', { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }]],
  'A card, and a flight': [
    ['pick_card', { count: 5 }],
    ['book_flight', { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }],
  ],
  'What is 6 * 7?': [['calculator', { expression: '6 * 7' }]],
  'What is 6 times nothing?': [['calculator', { expression: '6 *' }]],
  'Clean up my downloads': [['clean_up', { days: 30 }]],
  'Register me for the meeting': [['register', {}]],
  'Export my photos': [['export_photos', {}]],
  'Let me pick one of many cards': [['pick_card', { count: 21 }]],
  'Send a parcel': [
    [
      'send_parcel',
      {
        to: 'Ada Lovelace',
        note: 'Two lines,\nand this is the second',
        speed: 'fast',
        insured: true,
        days: ['Friday'],
        pickup: '2026-12-10',
        size: { width: 30, height: 20 },
      },
    ],
  ],
}

/** Its answers depend on the conversation alone. Some of them never end. */
export const scriptedModel: Model = {
  id: 'scripted',
  async answer({ messages }, call) {
    const blocks = messages.flatMap(({ content }) => content)
    const said = blocks.findLast((block) => block.type === 'text')?.text ?? ''
    const named = /^Give this conversation a title.*?<conversation>\nUser: ([^\n]+)/s.exec(said)?.[1]
    if (named !== undefined) return say(call, named)
    if (blocks.at(-1)?.type === 'tool_result') return say(call, 'That was it. What shall we do next?')
    const move = /^You are [XO]\..*Reply with one of (.*)\.$/s.exec(said)?.[1]?.split(', ')
    if (move !== undefined) return move.length === 9 ? untilAborted(call) : say(call, move[0]!)
    if (said === 'Make a mistake') throw new Error('the provider is overloaded; try again in a minute')
    if (said === 'Think, and tell me about waves')
      return say(call, lesson, 'The person wants to know how far, and how fast.')
    if (said === 'Tell me a story') {
      call.onPart?.({ type: 'text', text: story })
      return untilAborted(call)
    }
    const calls = CALLS[said]
    if (calls === undefined) return say(call, 'They asked, were answered, and went on from there.')
    return reply(
      calls.map(([name, input], index) => ({ type: 'tool_use', id: `call-${index}`, name, input })),
      call,
    )
  },
}

function say(call: ModelCall, text: string, thought?: string) {
  return reply(
    [...(thought === undefined ? [] : [{ type: 'reasoning', text: thought } as const]), { type: 'text', text }],
    call,
  )
}

function reply(content: Block[], { onPart }: ModelCall) {
  for (const block of content) {
    if (block.type === 'tool_use') onPart?.({ type: 'tool_use', block })
    else if (block.type === 'text' || block.type === 'reasoning') onPart?.({ type: block.type, text: block.text })
  }
  const stopReason = content.some(({ type }) => type === 'tool_use') ? 'toolUse' : 'endTurn'
  return { content, model: 'scripted', stopReason, usage: { inputTokens: 1_240, outputTokens: 310, costUsd: 0.021 } }
}

const untilAborted = ({ signal }: ModelCall): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
