import { expect, test } from 'vitest'
import type { ChatSession } from '../chat/chat-session.ts'
import type { NewCommand } from '../chat/command.ts'
import { type ChatState, emptyState } from '../chat/state.ts'
import { OpenSession } from './open-session.ts'

const turn = { turn: 1, model: 'demo', aborting: false, waits: true as const }
const wait = { callId: 'c', elicitId: 'c:q', to: ['boss'], attempt: 1, timestamp: 0, answers: [] }
const approval = { callId: 'c', toolName: 'pay', arguments: {}, timestamp: 0, status: 'pending' as const }

async function* pausesUntil(signal: AbortSignal): AsyncGenerator<never, void, void> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}

/** Returns the command that a prompt becomes in a session with this state. */
async function prompt(state: ChatState): Promise<NewCommand> {
  const leaving = new AbortController()
  const sent = Promise.withResolvers<NewCommand>()
  const session: ChatSession = {
    sessionId: 's',
    state: async () => state,
    follow: (signal) => pausesUntil(signal),
    create: async () => {},
    attachment: async () => undefined,
    delete: async () => {},
    async command(command) {
      sent.resolve(command)
      return 1
    },
  }
  const editor = { request: () => new Promise(() => {}), notify: async () => {} }
  const opened = new OpenSession({ session, editor, canElicit: false, signal: leaving.signal, onError: () => {} })
  await opened.start(true)
  const ended = opened.prompt([{ type: 'text', text: 'Hi' }]).catch(() => {})
  const command = await sent.promise
  leaving.abort()
  await ended
  return command
}

test('a prompt interrupts a turn that waits for the person at the editor', async () => {
  const asking = { ...emptyState, turn, pendingApprovals: { c: approval } }
  expect(await prompt(asking)).toMatchObject({ type: 'send', interrupt: true })
})

test('a prompt does not interrupt a turn that waits for other people', async () => {
  expect(await prompt({ ...emptyState, turn, pendingWaits: { 'c:q': wait } })).not.toHaveProperty('interrupt')
})

test('a prompt fails when its session can be followed no more', async () => {
  const failing = Promise.withResolvers<never>()
  const errors: unknown[] = []
  const session: ChatSession = {
    sessionId: 's',
    state: async () => emptyState,
    async *follow() {
      yield await failing.promise
    },
    create: async () => {},
    attachment: async () => undefined,
    delete: async () => {},
    async command() {
      failing.reject(new Error('the store is out of reach'))
      return 1
    },
  }
  const editor = { request: () => new Promise(() => {}), notify: async () => {} }
  const { signal } = new AbortController()
  const opened = new OpenSession({ session, editor, canElicit: false, signal, onError: (error) => errors.push(error) })
  await opened.start(true)
  await expect(opened.prompt([{ type: 'text', text: 'Hi' }])).rejects.toThrow('the session is closed')
  expect(errors).toEqual([new Error('the store is out of reach')])
})
