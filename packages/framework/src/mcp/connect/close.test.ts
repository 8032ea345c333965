import { expect, test } from 'vitest'
import { connectMcp } from './connect-mcp.ts'
import { call, errorOf } from './fixtures/run-hosted.ts'
import { hello, startScripted, toolList } from './fixtures/start-scripted.ts'

test('closing does not wait for a server that leaves its last request open', async () => {
  const { url } = await startScripted({ initialize: () => hello({}), DELETE: () => undefined })
  const hosted = await connectMcp({ url, onError() {} })
  await hosted.close()
  expect(hosted.isConnected).toBe(false)
}, 10_000)

test.each(['initialize', 'tools/list'])(
  'closing does not wait for a server that was connected to again and leaves %s open',
  async (open) => {
    const firstOnly = (method: string, reply: object) => (times: number) =>
      times === 1 || method !== open ? reply : undefined
    const { url, heard } = await startScripted({
      initialize: firstOnly('initialize', hello()),
      'tools/list': firstOnly('tools/list', toolList('work')),
      'tools/call': () => 404,
    })
    const hosted = await connectMcp({ url, onError() {} })
    const called = call(hosted, 'work')
    await expect.poll(() => heard.filter((method) => method === open)).toHaveLength(2)
    await hosted.close()
    expect(errorOf(await called)).toBeDefined()
  },
  10_000,
)
