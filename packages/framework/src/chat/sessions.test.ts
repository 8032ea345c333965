import { expect, test } from 'vitest'
import { AttachmentError, createAttachments } from '../log/attachments.ts'
import { type Log, UnreadableError } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { keptOf } from '../tools/attachment.ts'
import type { Command } from './command.ts'
import { createChatStates } from './create-chat.ts'
import type { Patch } from './patch.ts'
import { Sessions, type SessionsOptions } from './sessions.ts'
import type { UserBlock } from './user-content.ts'

const store = createMemoryStore()
const log = store.log<Patch>('chat')

interface Kept {
  keep?: SessionsOptions['keep']
  onError?: SessionsOptions['onError']
  limit?: number
}

const createSessions = (seen: Log<Patch>, models: string[] = [], { keep, onError, limit = 10_000 }: Kept = {}) =>
  new Sessions({
    log: seen,
    states: createChatStates(seen),
    capabilities: () => ({ tools: [], models, personas: [] }),
    messageLimit: 1_000,
    fileLimit: limit,
    attachmentLimit: limit,
    ...(keep && { keep }),
    ...(onError && { onError }),
    sessionLimit: 10,
    refuseArguments: async () => undefined,
    onDue: () => {},
  })

const image = {
  type: 'image' as const,
  data: `iVBORw0KGgoA${'A'.repeat(12_988)}`,
  mimeType: 'image/png',
  name: 'a.png',
}

test('a large attachment is stored beside the log, and can be sent again by reference', async () => {
  const attachments = (id: string) => createAttachments(store, { kind: 'chat', id })
  const sessions = createSessions(log, [], { keep: (id, data) => attachments(id).put(data), limit: 20_000 })
  const sessionId = await sessions.create(undefined)
  await sessions.command(sessionId, {
    type: 'send',
    commandId: 'a',
    content: [{ ...image, data: image.data.repeat(2) }],
  })
  const { messages } = await sessions.read(sessionId)
  const [kept] = messages[0]!.content
  expect(kept).toMatchObject({ type: 'image', data: '', name: 'a.png' })
  expect(await attachments(sessionId).get(keptOf(kept!)!.digest)).toBe(image.data.repeat(2))
  await sessions.command(sessionId, { type: 'send', commandId: 'b', content: [kept as UserBlock] })
  expect((await sessions.read(sessionId)).messages[1]!.content).toEqual([kept])
  await sessions.delete(sessionId)
  expect(await attachments(sessionId).get(keptOf(kept!)!.digest)).toBeUndefined()
})

test('a message whose attachment cannot be stored is not in the conversation', async () => {
  const keep = async () => {
    throw new AttachmentError({ attachments: 1, bytes: 10 })
  }
  const sessions = createSessions(log, [], { keep, limit: 20_000 })
  const sessionId = await sessions.create(undefined)
  const content = [{ ...image, data: image.data.repeat(2) }]
  await expect(sessions.command(sessionId, { type: 'send', commandId: 'a', content })).rejects.toMatchObject({
    code: 'attachment_too_large',
  })
  expect((await sessions.read(sessionId)).messages).toEqual([])
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

test('a search leaves out a session that cannot be read, and reports it once', async () => {
  const unreadable = new Set<string>()
  const seen: Log<Patch> = {
    ...log,
    read: (id, ...rest) =>
      unreadable.has(id) ? Promise.reject(new UnreadableError('another key', { cause: id })) : log.read(id, ...rest),
  }
  const writer = createSessions(log)
  for (const commandId of ['good', 'bad']) {
    const sessionId = await writer.create('ada', commandId)
    await writer.command(sessionId, { type: 'send', commandId, content: 'aardvark' })
  }
  unreadable.add('bad')
  const errors: unknown[] = []
  const sessions = createSessions(seen, [], { onError: (error) => errors.push(error) })
  for (let times = 0; times < 2; times++) {
    expect(await sessions.search('ada', 'aardvark')).toMatchObject([{ sessionId: 'good' }])
  }
  expect(errors).toEqual([expect.objectContaining({ cause: 'bad' })])
})
