import type { Patch } from '@sweatpants/framework/chat'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'

export const SESSION = 'long'

const USAGE = { inputTokens: 400, outputTokens: 120 }

/** What the answers are like, in turn. */
const ANSWERS = [
  'A log is a list that only grows. Whoever reads it from the start comes to the same state as everybody else, and that ' +
    'is all there is to **replication**: the rest is about being *fast* at it.',
  '1. Write down what you are about to do.\n2. Do it.\n3. Write down what came of it.\n\nWho comes later reads `1` and `3`.',
  '```ts\nexport function total(entries: readonly { amount: number }[]): number {\n' +
    '  return entries.reduce((sum, { amount }) => sum + amount, 0)\n}\n```\n\nThat is a fold, and a state is one too.',
  '| Store | Appends | Reads |\n| :--- | ---: | ---: |\n| memory | 1 µs | 1 µs |\n| SQLite | 20 µs | 8 µs |\n| Postgres | 400 µs | 300 µs |',
  'Only when it matters. A question that is asked twice costs a little; one that is *answered* twice costs trust.',
]

/** Puts a conversation into a store, as if it had been held there; of each two messages one is an answer. */
export async function writeConversation(path: string, messages: number, model: string): Promise<void> {
  const store = createSqliteStore(path)
  const log = store.log<Patch>('chat')
  const capabilities = { tools: [], models: [model], personas: [] }
  await log.create(SESSION, {
    about: { title: 'About logs' },
    events: [{ type: 'session_info', sessionId: SESSION, title: 'About logs', capabilities }],
  })
  await log.append(SESSION, {
    events: Array.from({ length: messages / 2 }, (_, index) => toTurn(index + 1, model)).flat(),
  })
  await store.close()
}

/** The last words of the answer of a turn, which no other has. */
export const endOfTurn = (turn: number): string => `That was answer ${turn}.`

function toTurn(turn: number, model: string): Patch[] {
  const timestamp = Date.UTC(2026, 0, 1) + turn * 60_000
  const text = `${ANSWERS[turn % ANSWERS.length]}\n\n${endOfTurn(turn)}`
  return [
    { type: 'user_message', messageId: `u${turn}`, content: `Question ${turn}: how does it go on?`, timestamp },
    { type: 'turn_start', turn, messageIds: [`u${turn}`], model },
    {
      type: 'assistant_message',
      messageId: `m${turn}`,
      turn,
      content: [{ type: 'text', text }],
      model,
      stopReason: 'endTurn',
      usage: USAGE,
      timestamp,
    },
    { type: 'usage', turn, usage: USAGE },
    { type: 'turn_end', turn, reason: 'complete' },
  ]
}
