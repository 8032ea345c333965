import { expect, test } from 'vitest'
import type { ChatSession } from '../chat/chat-session.ts'
import { type ChatState, emptyState } from '../chat/state.ts'
import { playRun } from './run.ts'

/** The last event of a run without a new message, in a session that is in the first state and then in the second. */
async function playFrom(state: ChatState, next: ChatState) {
  const session: ChatSession = {
    sessionId: 's',
    state: async () => state,
    async *follow() {
      yield next
    },
    create: async () => {},
    delete: async () => {},
    command: async () => 1,
    attachment: async () => undefined,
  }
  const input = { threadId: 's', runId: 'r', messages: [], resume: [], isCurrent: true }
  const events = []
  for await (const event of playRun(session, input, { signal: new AbortController().signal, onError: () => {} })) {
    events.push(event)
  }
  return events.at(-1)
}

const turn = { turn: 1, model: 'demo', aborting: false }
const running = { ...emptyState, turns: 1, turn }
const error = { code: 'SampleError', message: 'the model is out of reach' }

test('a run fails if its turn did', async () => {
  const failed = { ...emptyState, turns: 1, ended: { turn: 1, reason: 'failed' as const }, error }
  expect(await playFrom(running, failed)).toEqual({ type: 'RUN_ERROR', ...error })
})

test('a run does not fail with the error of a later turn', async () => {
  const later = { ...emptyState, turns: 2, ended: { turn: 2, reason: 'failed' as const }, error }
  expect(await playFrom(running, later)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
})
