import { expect, test, vi } from 'vitest'
import { replay } from '../chat/fixtures/random-log.ts'
import type { Patch } from '../chat/patch.ts'
import { noUsage } from '../tools/usage.ts'
import { keepInStep, type UiChat } from './keep-in-step.ts'
import type { UiMessage } from './ui-message.ts'

const said: Patch[] = [
  { type: 'user_message', messageId: 'u-one', content: 'Hi', timestamp: 1 },
  { type: 'turn_start', turn: 1, messageIds: ['u-one'], model: 'm' },
]
const answer: Patch = {
  type: 'assistant_message',
  messageId: 'm1_0',
  turn: 1,
  content: [{ type: 'text', text: 'Hello' }],
  model: 'm',
  stopReason: 'endTurn',
  usage: noUsage,
  timestamp: 2,
}
const states = [said, [...said, answer], [...said, answer, { type: 'turn_end', turn: 1, reason: 'complete' } as Patch]]

function createPage(status: string) {
  const chat: UiChat<UiMessage> & { status: string; resumed: number } = {
    id: 'thread',
    status,
    messages: [],
    resumed: 0,
    async resumeStream() {
      chat.resumed++
    },
  }
  return chat
}

/** Yields a state for each call of `next`. */
function createFollowed() {
  const waiting: PromiseWithResolvers<void>[] = states.map(() => Promise.withResolvers<void>())
  const given = [...waiting]
  return {
    next: () => given.shift()!.resolve(),
    async *follow(_: string, signal: AbortSignal) {
      for (const [index, patches] of states.entries()) {
        await waiting[index]!.promise
        if (signal.aborted) return
        yield replay(patches)
      }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  }
}

const ids = ({ messages }: UiChat<UiMessage>) => messages.map(({ id }) => id)

test('a page that shows nothing of its own is given the messages, and resumes a turn that runs', async () => {
  const chat = createPage('ready')
  const followed = createFollowed()
  const leave = keepInStep(chat, followed)
  followed.next()
  await vi.waitFor(() => expect(chat.resumed).toBe(1))
  expect(ids(chat)).toEqual(['one'])
  followed.next()
  followed.next()
  await vi.waitFor(() => expect(ids(chat)).toEqual(['one', 'turn-1']))
  leave()
})

test('a page that streams is left alone until its stream has ended, and is then shown the newest state only', async () => {
  const chat = createPage('streaming')
  const followed = createFollowed()
  const leave = keepInStep(chat, followed)
  for (const _ of states) followed.next()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(chat.messages).toEqual([])
  chat.status = 'ready'
  await vi.waitFor(() => expect(ids(chat)).toEqual(['one', 'turn-1']))
  expect(chat.resumed).toBe(0)
  leave()
})

test('an answer that is not sent yet is not overwritten', async () => {
  const chat = createPage('ready')
  const part = { type: 'tool-a.b', toolCallId: 'q', state: 'output-available', output: {} }
  const answered: UiMessage = { id: 'turn-1', role: 'assistant', parts: [part] }
  chat.messages = [answered]
  const followed = createFollowed()
  const leave = keepInStep(chat, followed)
  followed.next()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(chat.messages).toEqual([answered])
  leave()
})
