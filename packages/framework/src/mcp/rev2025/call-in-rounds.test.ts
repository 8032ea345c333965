import { expect, test } from 'vitest'
import { callInRounds } from './call-in-rounds.ts'
import { SessionCall } from './session-call.ts'

test('a notification that cannot be sent is reported, and the call goes on', async () => {
  const errors: unknown[] = []
  const session = {
    client: {},
    transport: { send: () => Promise.reject(new Error('the pipe is closed')) },
    parts: { onError: (error: unknown) => errors.push(error) },
  }
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' } as const
  const call = new SessionCall(request, session as never, undefined)
  const result = await callInRounds(call, async (_, { notify }) => {
    notify('notifications/progress', { progressToken: 1, progress: 1 })
    return { content: [] }
  })
  expect(result).toEqual({ content: [] })
  expect(errors).toMatchObject([{ message: 'the pipe is closed' }])
})
