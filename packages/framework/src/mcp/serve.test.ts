import { expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../log/memory.ts'
import { createMcpTool } from '../tools/builder.ts'
import { toTaskStream } from './rev2026/task-stream.ts'
import { serveMcp } from './serve.ts'

const greet = createMcpTool('greet')
  .task('required')
  .execute(function* () {
    return 'hello'
  })
  .build()

test('a server that is started takes up a task that another process has left, and needs no request for it', async () => {
  const store = createMemoryStore()
  const left = toTaskStream({
    tool: 'greet',
    version: undefined,
    arguments: {},
    principal: undefined,
    capabilities: {},
    ttl: 60_000,
    now: Date.now(),
  })
  await store.log('task').create('left', left)
  const server = serveMcp({ name: 'test', version: '1.0.0', tools: [greet], store })
  onTestFinished(() => server.close())
  server.start()
  await expect.poll(async () => (await store.runs.find('left'))?.state).toBe('completed')
})
