import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../tools/builder.ts'
import { converse } from './fixtures/conversation.ts'
import { previewCall } from './plan.ts'
import type { ChatState } from './state.ts'

/** A tool that wipes what it previews. */
const createWipe = (preview: (disk: string) => string | Promise<string>, wiped: string[] = []) =>
  createMcpTool('wipe')
    .parameters(z.object({ disk: z.string() }))
    .annotations({ destructiveHint: true })
    .approval('confirm')
    .preview(({ disk }) => preview(disk))
    .execute(function* ({ disk }, ctx) {
      return yield* ctx.step('wipe', () => `wiped ${wiped.push(disk)}`)
    })
    .build()

const script = [{ calls: [{ name: 'wipe', input: { disk: 'a' } }] }, 'ok']

const asked =
  (attempt?: number) =>
  ({ pendingApprovals }: ChatState): boolean =>
    Object.values(pendingApprovals).some((open) => open.status === 'pending' && open.attempt === attempt)

const approvalOf = ({ pendingApprovals }: ChatState) => Object.values(pendingApprovals)[0]!

test('a person is shown what a call would do, and consents to that alone', async () => {
  let files = 14
  const wiped: string[] = []
  const wipe = createWipe((disk) => `Delete ${files} files on ${disk}`, wiped)
  await using chat = await converse({ tools: [wipe], script })
  await chat.command({ type: 'send', content: 'wipe' })
  const first = approvalOf(await chat.until(asked()))
  expect(first).toMatchObject({ preview: 'Delete 14 files on a', destructive: true })
  const { callId } = first
  files = 500
  await chat.command({ type: 'approve', callId, attempt: 1 })
  const second = approvalOf(await chat.until(asked(2)))
  expect(second).toMatchObject({ preview: 'Delete 500 files on a', attempt: 2 })
  expect(wiped).toEqual([])
  const late = chat.command({ type: 'approve', callId, attempt: 1 })
  await expect(late).rejects.toMatchObject({ code: 'approval_changed' })
  await chat.command({ type: 'approve', callId, attempt: 2 })
  await chat.rested()
  expect(wiped).toEqual(['a'])
})

test('arguments that a person edits are previewed before the call runs with them', async () => {
  const wiped: string[] = []
  await using chat = await converse({ tools: [createWipe((disk) => `Wipe ${disk}`, wiped)], script })
  await chat.command({ type: 'send', content: 'wipe' })
  const { callId } = approvalOf(await chat.until(asked()))
  await chat.command({ type: 'approve', callId, attempt: 1, arguments: { disk: 'b' } })
  expect(approvalOf(await chat.until(asked(2)))).toMatchObject({ preview: 'Wipe b', arguments: { disk: 'b' } })
  await chat.command({ type: 'deny', callId })
  await chat.rested()
  expect(wiped).toEqual([])
})

test('edited arguments are shown again although the preview does not mention them', async () => {
  const wiped: string[] = []
  await using chat = await converse({ tools: [createWipe(() => 'Wipe a disk', wiped)], script })
  await chat.command({ type: 'send', content: 'wipe' })
  const { callId } = approvalOf(await chat.until(asked()))
  for (const [attempt, disk] of [...'bcdef'].entries()) {
    await chat.command({ type: 'approve', callId, attempt: attempt + 1, arguments: { disk } })
    const again = approvalOf(await chat.until(asked(attempt + 2)))
    expect(again).toMatchObject({ preview: 'Wipe a disk', arguments: { disk } })
  }
  expect(wiped).toEqual([])
  await chat.command({ type: 'approve', callId, attempt: 6, arguments: { disk: 'f' } })
  await chat.rested()
  expect(wiped).toEqual(['f'])
})

test('a preview that is another one each time is left out in the end, and the call still needs its consent', async () => {
  let count = 0
  const wiped: string[] = []
  await using chat = await converse({ tools: [createWipe(() => `Look ${++count}`, wiped)], script })
  await chat.command({ type: 'send', content: 'wipe' })
  const { callId } = approvalOf(await chat.until(asked()))
  for (const attempt of [1, 2, 3]) {
    await chat.command({ type: 'approve', callId, attempt })
    await chat.until(asked(attempt + 1))
  }
  expect(wiped).toEqual([])
  expect(approvalOf(await chat.until(asked(4))).preview).toBeUndefined()
  await chat.command({ type: 'approve', callId, attempt: 4 })
  await chat.rested()
  expect(wiped).toEqual(['a'])
})

test.each([
  ['throws', 'Error: no disk', () => Promise.reject(new Error('no disk'))],
  ['says nothing', '', () => ' '],
  ['is too long', 'Error: the preview of wipe has 4001 characters; it has at most 4000', () => 'x'.repeat(4_001)],
  ['never ends', 'TimeoutError: The operation was aborted due to timeout', () => new Promise<string>(() => {})],
])('a preview that %s leaves the plain approval, and an error is reported', async (_, reported, preview) => {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  expect(await previewCall(createWipe(preview), { disk: 'a' }, { time: 20, onError })).toBeUndefined()
  expect(errors.join()).toBe(reported)
})
