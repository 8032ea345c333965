import { expect, test } from 'vitest'
import { AttachmentError, createAttachments, readAttachment } from './attachments.ts'
import { limitStore } from './fixtures/limit-store.ts'
import type { Store, Under } from './log.ts'
import { createMemoryStore } from './memory.ts'

/** A stream that this node drives. */
async function createOwner(store: Store, id = 'a'): Promise<Under> {
  await store.leases.beat('node', 60_000)
  const { fence } = await store.log('chat').create(id, { about: null, events: [], node: 'node' })
  return { kind: 'chat', id, fence: fence! }
}

const data = (text: string, size = 1_200_000): string => text.repeat(Math.ceil(size / text.length)).slice(0, size)

test('data is read back by its digest, in any process that has the store', async () => {
  const store = createMemoryStore()
  const owner = await createOwner(store)
  const digest = await createAttachments(store, owner).put(data('QUJD'))
  expect(await readAttachment(store, owner, digest)).toBe(data('QUJD'))
  expect(await readAttachment(store, { kind: 'chat', id: 'b' }, digest)).toBeUndefined()
})

test('the same data is kept once', async () => {
  const store = createMemoryStore()
  const attachments = createAttachments(store, await createOwner(store))
  const digests = await Promise.all([attachments.put(data('QUJD')), attachments.put(data('QUJD'))])
  expect(new Set(digests).size).toBe(1)
  expect(await store.log('attachment').list('chat/a')).toHaveLength(1)
})

test('data is kept in a store that accepts less in one write, also if a process died in the middle', async () => {
  const store = createMemoryStore()
  const owner = await createOwner(store)
  const limited = limitStore(store, 'attachment', 600_000)
  const digest = await createAttachments(limited, owner).put(data('QUJD'))
  const log = store.log<string>('attachment')
  const id = `chat/a/${digest}`
  const [first] = await log.read(id, 0)
  await log.delete(id)
  await log.create(id, { principal: 'chat/a', about: { size: 900_000 }, events: [first!.event], under: owner })
  const attachments = createAttachments(limited, owner)
  await Promise.all([attachments.put(data('QUJD')), attachments.put(data('QUJD'))])
  expect(await readAttachment(store, owner, digest)).toBe(data('QUJD'))
})

test('data is deleted with the stream that it is kept for', async () => {
  const store = createMemoryStore()
  const owner = await createOwner(store)
  const digest = await createAttachments(store, owner).put(data('QUJD'))
  await store.log('chat').delete('a', { withRuns: true })
  expect(await readAttachment(store, owner, digest)).toBeUndefined()
})

test('a stream keeps at most 200 MiB', async () => {
  const store = createMemoryStore()
  const owner = await createOwner(store)
  const attachments = createAttachments(store, owner)
  const large = { principal: 'chat/a', about: { size: 200 * 1024 * 1024 - 100 }, events: [], under: owner }
  await store.log('attachment').create('chat/a/large', large)
  await expect(attachments.put(data('D', 200))).rejects.toThrow(
    new AttachmentError({ attachments: 500, bytes: 200 * 1024 * 1024 }),
  )
  await attachments.put(data('E', 100))
})

test('a stream keeps at most 500 pieces', async () => {
  const store = createMemoryStore()
  const attachments = createAttachments(store, await createOwner(store))
  for (let number = 0; number < 500; number++) await attachments.put(`${number}`)
  await expect(attachments.put('one more')).rejects.toThrow('at most 500 attachments')
})
