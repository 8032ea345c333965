import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const user_name = { response: z.object({ name: z.string() }) }
const confirm = { response: z.object({ ok: z.boolean() }) }

const elicitation = createMcpTool('test_input_required_result_elicitation')
  .description('Asks for a name')
  .elicits({ user_name })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('user_name', { message: 'What is your name?' })
    return answer.action === 'accept' ? `Hello, ${answer.content.name}!` : 'Hello, stranger!'
  })
  .build()

const sampling = createMcpTool('test_input_required_result_sampling')
  .description('Asks a model')
  .execute(function* (_, ctx) {
    const prompt = 'What is the capital of France?'
    const { text } = yield* ctx.sample({ prompt, maxTokens: 100, key: 'capital_question' })
    return text
  })
  .build()

const listRoots = createMcpTool('test_input_required_result_list_roots')
  .description('Asks for the roots')
  .execute(function* (_, ctx) {
    const roots = yield* ctx.roots()
    return roots.map(({ uri }) => uri).join('\n')
  })
  .build()

const requestState = createMcpTool('test_input_required_result_request_state')
  .description('Goes on from its state')
  .elicits({ confirm })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('confirm', { message: 'Please confirm' })
    return answer.action === 'accept' && answer.content.ok ? 'state-ok' : 'not confirmed'
  })
  .build()

const tamperedState = createMcpTool('test_input_required_result_tampered_state')
  .description('Is refused when its state was changed')
  .elicits({ confirm })
  .execute(function* (_, ctx) {
    const answer = yield* ctx.elicit('confirm', { message: 'Please confirm' })
    return answer.action
  })
  .build()

const multipleInputs = createMcpTool('test_input_required_result_multiple_inputs')
  .description('Asks a person, a model and the client at once')
  .elicits({ user_name })
  .execute(function* (_, ctx) {
    const [name, greeting, roots] = yield* ctx.all([
      ctx.elicit('user_name', { message: 'What is your name?' }),
      ctx.sample({ prompt: 'Generate a greeting', maxTokens: 50, key: 'greeting' }),
      ctx.roots(),
    ])
    const who = name.action === 'accept' ? name.content.name : 'stranger'
    return `${greeting.text} ${who}, with ${roots.length} roots`
  })
  .build()

const multiRound = createMcpTool('test_input_required_result_multi_round')
  .description('Asks twice, one after the other')
  .elicits({
    step1: { response: z.object({ name: z.string() }) },
    step2: { response: z.object({ color: z.string() }) },
  })
  .execute(function* (_, ctx) {
    const first = yield* ctx.elicit('step1', { message: 'Step 1: What is your name?' })
    if (first.action !== 'accept') return 'left at step 1'
    const second = yield* ctx.elicit('step2', { message: 'Step 2: What is your favorite color?' })
    if (second.action !== 'accept') return 'left at step 2'
    return `${first.content.name} likes ${second.content.color}`
  })
  .build()

const capabilities = createMcpTool('test_input_required_result_capabilities')
  .description('Asks only for what the client can do')
  .elicits({ user_name })
  .execute(function* (_, ctx) {
    const asked: string[] = []
    if (ctx.can.elicitation) {
      yield* ctx.elicit('user_name', { message: 'What is your name?' })
      asked.push('elicitation')
    }
    if (ctx.can.sampling) {
      yield* ctx.sample({ prompt: 'Generate a greeting', maxTokens: 50 })
      asked.push('sampling')
    }
    return asked.join(', ')
  })
  .build()

/** What 2026-07-28 answers with `input_required` and a retry, written as straight-line code. */
export const roundTools = [
  elicitation,
  sampling,
  listRoots,
  requestState,
  tamperedState,
  multipleInputs,
  multiRound,
  capabilities,
]
