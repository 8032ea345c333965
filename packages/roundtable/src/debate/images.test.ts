import { createMemoryStore } from '@sweatpants/framework/log'
import { ModelError, type ModelRequest } from '@sweatpants/framework/models'
import { expect, test } from 'vitest'
import { toRoundReply } from '../mcp/round-reply.ts'
import { say } from './fixtures/fake-table.ts'
import { setTable } from './fixtures/set-table.ts'
import { LIMITS } from './input.ts'

const signal = new AbortController().signal

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const blocksOf = ({ messages }: ModelRequest) => messages.flatMap(({ content }) => content)

const refuse = (request: ModelRequest): string => {
  if (blocksOf(request).some(({ type }) => type === 'image')) throw new ModelError('invalid', 'no images here')
  return say('Tea')
}

const start = {
  topic: 'Tea?',
  question: { kind: 'open' as const },
  rounds: 2,
  attachments: [{ name: 'cup.png', data: PNG }],
}

function openTable(store = createMemoryStore()) {
  const table = setTable({ ann: () => say('Tea'), bob: refuse }, { store })
  const requestsOf = (name: string) =>
    table.asked
      .filter(({ seat, request }) => seat === name && request.tools !== undefined)
      .map(({ request }) => request)
  return { table, requestsOf }
}

test('seats see images; a seat whose model refuses them is informed once, and so are readers', async () => {
  const { table, requestsOf } = openTable()
  const lines: (string | undefined)[] = []
  const options = { signal, onHeard: ({ line }: { line?: string }) => void lines.push(line) }
  const first = await table.finish(await table.start(start), options)
  const session = await table.finish(await table.continue(first.id), { signal })
  expect(session.attachments).toMatchObject([{ name: 'cup.png', text: '', image: { mimeType: 'image/png' } }])
  expect(JSON.stringify(session)).not.toContain(PNG)
  for (const request of requestsOf('ann'))
    expect(blocksOf(request)).toContainEqual({ type: 'image', data: PNG, mimeType: 'image/png' })
  const told = requestsOf('bob').map((request) =>
    JSON.stringify(blocksOf(request)).includes('You cannot see the images'),
  )
  expect(told).toEqual([false, true, true])
  expect(session.withoutImages).toEqual(['bob'])
  expect(lines).toContain('bob cannot see the attached images')
  expect(toRoundReply(session, []).metadata).toMatchObject({
    attachments: [{ name: 'cup.png', image: { mimeType: 'image/png' } }],
    withoutImages: ['bob'],
  })
})

test('a start that is repeated stores the images that are missing, and begins the round once', async () => {
  const store = createMemoryStore()
  const { table } = openTable(store)
  const named = { sessionId: 'one', commandId: 'start' }
  // A process that dies before the first image is stored.
  const log = store.log<string>('attachment')
  const broken = openTable({
    ...store,
    log: ((kind: string) =>
      kind === 'attachment'
        ? { ...log, get: () => Promise.reject(new Error('killed')) }
        : store.log(kind)) as typeof store.log,
  })
  await expect(broken.table.start(start, named)).rejects.toThrow('killed')
  expect(await table.isPlaying('one')).toBe(false)
  const begun = await table.start(start, named)
  const session = await table.finish(begun, { signal })
  expect(await table.start(start, named)).toMatchObject({ sessionId: 'one', round: 1 })
  expect(session.responses).toHaveLength(2)
  expect(table.asked.filter(({ seat, request }) => seat === 'ann' && request.tools !== undefined)).toHaveLength(1)
})

test('a debate with too many images is refused', async () => {
  const { table } = openTable()
  const attachments = Array.from({ length: LIMITS.images + 1 }, (_, index) => ({ name: `${index}.png`, data: PNG }))
  await expect(table.start({ ...start, attachments })).rejects.toThrow('has 6 images; a debate has at most 5')
})
