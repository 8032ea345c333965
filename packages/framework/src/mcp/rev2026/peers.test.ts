import { expect, it } from 'vitest'
import { z } from 'zod'
import { contractAnswer, peerContract } from '../../testing/peer-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { runTool } from '../../tools/run-tool.ts'
import { type InputRequest, toInputRequest } from '../core/input-request.ts'
import { Sampler } from '../core/sampler.ts'
import { ClientPeer } from './client-peer.ts'
import { TaskPeer } from './task-peer.ts'

const sampler = new Sampler(undefined, 'client-first')
const capabilities = { elicitation: {} }

/** The person of the contract, who goes by the message that the client shows. */
function createPerson() {
  const attempts = new Map<string, number>()
  return ({ params }: InputRequest): unknown => {
    const message = String(params.message).split('\n\n')[0]!
    const attempt = (attempts.get(message) ?? 0) + 1
    attempts.set(message, attempt)
    return contractAnswer(message, attempt)
  }
}

describeContract(
  'the peer of a stateless call',
  peerContract(() => {
    const answer = createPerson()
    return {
      peer: new ClientPeer(sampler, capabilities, { canDetach: true }, []),
      collect: (questions) =>
        Object.fromEntries(questions.map((question) => [question.id, answer(toInputRequest(question as never))])),
    }
  }),
)

describeContract(
  'the peer of a task',
  peerContract(() => {
    const answer = createPerson()
    const peer = new TaskPeer({ store: { isDurable: true }, sampler, capabilities, owner: undefined }, () => {})
    return {
      peer,
      collect: () =>
        Object.fromEntries(
          [...peer.open].map(([key, { id, request }]) => {
            peer.close(key)
            return [id, answer(request)]
          }),
        ),
    }
  }),
)

it('the peer of a task publishes a question under a key of its own each time that it is asked', async () => {
  const peer = new TaskPeer({ store: { isDurable: true }, sampler, capabilities, owner: undefined }, () => {})
  const keys: string[][] = []
  const tool = createMcpTool('asking')
    .elicits({ word: { response: z.object({ word: z.string() }) } })
    .execute(function* (_, ctx) {
      const answers = yield* ctx.all([ctx.elicit('word', { message: 'a' }), ctx.elicit('word', { message: 'b' })])
      return answers.length
    })
    .build()
  let result = await runTool(tool, undefined, { peer })
  for (const answers of [
    { word: { action: 'accept', content: {} } },
    { word: { action: 'decline' }, 'word#2': { action: 'decline' } },
  ]) {
    keys.push([...peer.open.keys()])
    for (const id of Object.keys(answers)) for (const [key, open] of peer.open) if (open.id === id) peer.close(key)
    if (result.type === 'parked') result = await result.resume(answers)
  }
  expect(keys).toEqual([
    ['word', 'word#2'],
    ['word#2', 'word~2'],
  ])
  expect(result).toMatchObject({ type: 'completed', value: 2 })
})
