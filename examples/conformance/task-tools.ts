import { createMcpTool } from '@sweatpants/framework'
import { ErrorCode, ProtocolError } from '@sweatpants/framework/mcp'
import { z } from 'zod'

const greet = createMcpTool('greet')
  .description('Greets, and is never a task')
  .parameters(z.object({ name: z.string() }))
  .execute(function* ({ name }) {
    return `Hello, ${name}!`
  })
  .build()

const slowCompute = createMcpTool('slow_compute')
  .description('Takes its time')
  .parameters(z.object({ seconds: z.number(), label: z.string().optional() }))
  .task('auto')
  .execute(function* ({ seconds, label }, ctx) {
    yield* ctx.sleep(seconds * 1000)
    return `Computed ${label ?? 'it'} in ${seconds} s`
  })
  .build()

const failingJob = createMcpTool('failing_job')
  .description('Fails after a while: the task is completed, with an error as its result')
  .task('required')
  .execute(function* (_, ctx) {
    yield* ctx.sleep(1000)
    throw new Error('This job intentionally fails for testing')
  })
  .build()

const protocolErrorJob = createMcpTool('protocol_error_job')
  .description('Breaks the protocol after a while: the task has failed')
  .task('required')
  .execute(function* (_, ctx) {
    yield* ctx.sleep(200)
    throw new ProtocolError(ErrorCode.internal, 'This job intentionally breaks for testing')
  })
  .build()

const confirmDelete = createMcpTool('confirm_delete')
  .description('Asks from inside a task')
  .parameters(z.object({ filename: z.string() }))
  .elicits({ confirm: { response: z.object({ confirm: z.boolean() }) } })
  .task('auto')
  .execute(function* ({ filename }, ctx) {
    const answer = yield* ctx.elicit('confirm', { message: `Delete ${filename}?` })
    return answer.action === 'accept' && answer.content.confirm ? `Deleted ${filename}` : `Kept ${filename}`
  })
  .build()

const multiInput = createMcpTool('multi_input')
  .description('Asks two things at once from inside a task')
  .elicits({
    name: { response: z.object({ name: z.string() }) },
    confirm: { response: z.object({ confirm: z.boolean() }) },
  })
  .task('auto')
  .execute(function* (_, ctx) {
    const [name, sure] = yield* ctx.all([
      ctx.elicit('name', { message: 'What is your name?' }),
      ctx.elicit('confirm', { message: 'Are you sure?' }),
    ])
    return `name: ${name.action}, confirm: ${sure.action}`
  })
  .build()

const askThenDetach = createMcpTool('test_tool_with_task')
  .description('Asks first, then goes on as a task')
  .elicits({ user_name: { response: z.object({ name: z.string() }) } })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('user_name', { message: 'What is your name?' })
    yield* ctx.detach()
    return answer.action === 'accept' ? `Hello, ${answer.content.name}!` : 'Hello, stranger!'
  })
  .build()

export const taskTools = [greet, slowCompute, failingJob, protocolErrorJob, confirmDelete, multiInput, askThenDetach]
