import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool } from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { request, TASKS } from './mcp/rpc.ts'
import { openScene } from './mcp/scene.ts'

it('resumes a task after a restart without any client', async () => {
  await using scene = await openScene()
  const { world } = scene
  world.hold('open')
  const first = await scene.serve()
  const taskId = await first.create('survey')
  await world.begun('open')
  await first.kill()
  const second = await scene.serve()
  await world.begun('open', 2)
  world.release('open')
  expect((await second.finish(taskId)).status).toBe('completed')
})

it('runs finally and reports a task whose time is up while it waits', async () => {
  const ran: string[] = []
  const errors: unknown[] = []
  const wait = createMcpTool('wait')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
    .task('required')
    .execute(function* (_, ctx) {
      try {
        return (yield* ctx.elicit('sure', { message: 'Sure?' })).action
      } finally {
        yield* ctx.step('release', () => void ran.push('released'))
      }
    })
    .build()
  const store = createMemoryStore()
  const server = serveMcp({
    name: 't',
    version: '1',
    tools: [wait],
    store,
    limits: { taskTtl: 500 },
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => server.close())
  const { url } = await server.listen()
  const options = { capabilities: { elicitation: { form: {} }, ...TASKS } }
  const { taskId } = await request(url, 'tools/call', { name: 'wait' }, options)
  await expect.poll(() => ran, { timeout: 5_000 }).toEqual(['released'])
  await delay(50)
  expect((await request(url, 'tasks/get', { taskId }, options)).status).toBe('failed')
  expect(errors).toHaveLength(1)
})
