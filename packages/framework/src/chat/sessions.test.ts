import { expect, test } from 'vitest'
import type { Log } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import type { Command } from './command.ts'
import { createChatStates } from './create-chat.ts'
import type { Patch } from './patch.ts'
import { Sessions } from './sessions.ts'

const store = createMemoryStore()
const log = store.log<Patch>('chat')

const createSessions = (seen: Log<Patch>, models: string[] = []) =>
  new Sessions({
    log: seen,
    states: createChatStates(log),
    capabilities: () => ({ tools: [], models, personas: [] }),
    messageLimit: 1_000,
    attachmentLimit: 10_000,
    sessionLimit: 10,
    refuseArguments: async () => undefined,
    onDue: () => {},
  })

test('a command that another node takes at the same moment is answered as it was there', async () => {
  const elsewhere = createSessions(log)
  const sessionId = await elsewhere.create(undefined)
  await elsewhere.command(sessionId, { type: 'send', commandId: 'hello', content: 'Hello' })
  await log.append(sessionId, { events: [{ type: 'turn_start', turn: 1, messageIds: ['u-hello'], model: 'm' }] })
  const message = { messageId: 'm1_0', turn: 1, timestamp: 0, model: 'm', stopReason: 'toolUse', content: [] }
  const usage = { inputTokens: 1, outputTokens: 1 }
  const call = { callId: 'c', toolUseId: 'c', messageId: 'm1_0', toolName: 'pay', arguments: {}, timestamp: 0 }
  await log.append(sessionId, {
    events: [
      { type: 'assistant_message', ...message, usage },
      { type: 'tool_call_start', ...call },
      { type: 'approval_request', ...call },
    ],
  })

  const approve: Command = { type: 'approve', commandId: 'approve', callId: 'c' }
  const here = createSessions({
    ...log,
    async find(id, commandId) {
      const found = await log.find(id, commandId)
      await elsewhere.command(sessionId, approve)
      return found
    },
  })
  expect(await here.command(sessionId, approve)).toBe(await elsewhere.command(sessionId, approve))
})

test('a session learns of newly offered models with its next command, and only then', async () => {
  const before = createSessions(log, ['one'])
  const sessionId = await before.create(undefined)
  await before.command(sessionId, { type: 'send', commandId: 'a', content: 'Hello' })
  const after = createSessions(log, ['one', 'two'])
  const lsn = await after.command(sessionId, { type: 'configure', commandId: 'b', model: 'two' })
  await after.command(sessionId, { type: 'send', commandId: 'c', content: 'Hello again' })
  const events = log.read(sessionId, 0)
  expect((await events).map(({ event }) => event.type)).toEqual([
    'session_info',
    'user_message',
    'session_info',
    'session_info',
    'user_message',
  ])
  expect(lsn).toBe(4)
  expect(await after.read(sessionId)).toMatchObject({ model: 'two', capabilities: { models: ['one', 'two'] } })
})
