import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractAnswer, peerContract } from '../testing/peer-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createMcpTool } from './builder.ts'
import { callTool, createCallPeer } from './call-tool.ts'
import type { ElicitEffect } from './effects/elicit.ts'
import type { ElicitAnswer } from './elicit.ts'
import { createMemoryJournal, type MemoryJournal } from './journal.ts'

const done: string[] = []
const order = createMcpTool('order')
  .parameters(z.object({ item: z.string() }))
  .elicits({ size: { response: z.object({ size: z.number().max(9) }) }, confirm: { response: z.object({}) } })
  .execute(function* ({ item }, ctx) {
    try {
      yield* ctx.step('reserve', () => done.push(`reserve ${item}`))
      yield* ctx.notify('reserved', 0.5)
      const size = yield* ctx.elicit('size', { message: 'Which size?' })
      if (size.action !== 'accept') return `no ${item}`
      const sure = yield* ctx.elicit('confirm', { message: 'Sure?' })
      return `${item} ${size.content.size} ${sure.action}`
    } finally {
      done.push('finally')
    }
  })
  .build()

const accept = (content: object): ElicitAnswer => ({ action: 'accept', content })
const answers: Record<string, ElicitAnswer> = { size: accept({ size: 7 }), confirm: accept({}) }

/** Journals that outlive a call, as those of a store do. */
function createJournals() {
  const journals = new Map<string, MemoryJournal>()
  return {
    journal(runId: string) {
      const known = journals.get(runId) ?? createMemoryJournal()
      journals.set(runId, known)
      return known
    },
  }
}

test('a call asks its questions one by one, reports progress, and resolves to what the tool returns', async () => {
  const seen: unknown[] = []
  const value = await callTool(
    order,
    { item: 'shoe' },
    {
      onQuestion({ key }) {
        seen.push(key)
        return answers[key]!
      },
      onProgress: (...progress) => seen.push(progress),
    },
  )
  expect(value).toBe('shoe 7 accept')
  expect(seen).toEqual([['reserved', 0.5], 'size', 'confirm'])
})

test('an answer that does not fit is refused, and the question is asked again with the reason', async () => {
  const refusals: (string | undefined)[] = []
  const onQuestion = ({ key, refusal }: ElicitEffect) => {
    refusals.push(refusal)
    return key === 'size' && refusal === undefined ? accept({ size: 99 }) : answers[key]!
  }
  expect(await callTool(order, { item: 'shoe' }, { onQuestion })).toBe('shoe 7 accept')
  expect(refusals).toEqual([undefined, expect.stringContaining('size'), undefined])
})

test('a question without onQuestion is an error that names it and says what to pass', async () => {
  done.length = 0
  await expect(callTool(order, { item: 'shoe' })).rejects.toThrow(
    'order asks "size" ("Which size?"), and this call cannot ask; pass `onQuestion`',
  )
  expect(done).toEqual(['reserve shoe', 'finally'])
})

test('a tool that requires elicitation and sampling is refused with the options to pass', async () => {
  const tool = createMcpTool('needy')
    .requires({ elicitation: true, sampling: true })
    .execute(function* () {})
    .build()
  await expect(callTool(tool, {})).rejects.toThrow('pass `onQuestion` and `model` to the call')
})

test('a call whose process ended at a question goes on in the next call with the same runId', async () => {
  done.length = 0
  const runs = createJournals()
  const leave = () => Promise.reject(new Error('the process ends'))
  const open: string[] = []
  await expect(callTool(order, { item: 'hat' }, { runs, runId: 'a', onPark: leave })).rejects.toThrow('process ends')
  const onPark = (questions: readonly ElicitEffect[]) => {
    open.push(...questions.map(({ id }) => id))
    return Object.fromEntries(questions.map(({ id, key }) => [id, answers[key]]))
  }
  expect(await callTool(order, { item: 'hat' }, { runs, runId: 'a', onPark })).toBe('hat 7 accept')
  expect(await callTool(order, { item: 'hat' }, { runs, runId: 'a', onPark })).toBe('hat 7 accept')
  expect(open).toEqual(['size', 'confirm'])
  expect(done).toEqual(['reserve hat', 'finally', 'finally'])
})

test('answers to ids that no question has reject the call, and do not go round for ever', async () => {
  let parks = 0
  const onPark = () => {
    parks++
    return { siez: answers.size }
  }
  await expect(callTool(order, { item: 'hat' }, { onPark })).rejects.toThrow(
    'callTool(order): `onPark` returns answers by question id, and gave siez; open is size',
  )
  expect(parks).toBe(3)
})

test('no answers reject the call, and do not go round for ever', async () => {
  let parks = 0
  const onPark = () => {
    if (++parks > 100) throw new Error('it goes round')
    return {}
  }
  await expect(callTool(order, { item: 'hat' }, { onPark })).rejects.toThrow(
    'callTool(order): `onPark` returns answers by question id, and gave none; open is size',
  )
  expect(parks).toBe(3)
})

test('runs without a runId are refused', async () => {
  await expect(callTool(order, { item: 'hat' }, { runs: createJournals() })).rejects.toThrow('needs a `runId`')
})

test('an aborted call withdraws its question, runs finally and rejects with the reason', async () => {
  done.length = 0
  const abort = new AbortController()
  const withdrawn = Promise.withResolvers<void>()
  const onQuestion = (_: ElicitEffect, signal: AbortSignal): Promise<ElicitAnswer> => {
    signal.addEventListener('abort', () => withdrawn.resolve())
    abort.abort(new Error('the user left'))
    return new Promise(() => {})
  }
  await expect(callTool(order, { item: 'bag' }, { onQuestion, signal: abort.signal })).rejects.toThrow('the user left')
  await withdrawn.promise
  expect(done).toEqual(['reserve bag', 'finally'])
})

test('a sample is answered by the model, and fails without one', async () => {
  const tool = createMcpTool('poet')
    .execute(function* (_, ctx) {
      return (yield* ctx.sample({ prompt: 'A word' })).text
    })
    .build()
  const model = {
    answer: async () => ({ content: { type: 'text' as const, text: 'moon' }, model: 'm', stopReason: 'endTurn' }),
  }
  expect(await callTool(tool, {}, { model })).toBe('moon')
  await expect(callTool(tool, {})).rejects.toThrow('this call has no model; pass `model`')
})

test.each([
  ['waits', () => new Promise<never>(() => {})],
  [
    'throws',
    () => {
      throw new Error('the question is withdrawn')
    },
  ],
])('an aborted call runs finally when the code that suspends %s', async (_, leave) => {
  done.length = 0
  const abort = new AbortController()
  const onPark = () => {
    abort.abort(new Error('the user left'))
    return leave()
  }
  await expect(callTool(order, { item: 'bag' }, { onPark, signal: abort.signal })).rejects.toThrow('the user left')
  expect(done).toEqual(['reserve bag', 'finally'])
})

test('a call cannot wait for a signal, and says where the tool can', async () => {
  const tool = createMcpTool('wait')
    .execute(function* (_, ctx) {
      return yield* ctx.signal('paid')
    })
    .build()
  await expect(callTool(tool, {})).rejects.toThrow('callTool cannot wait for the signal "paid"')
})

describeContract(
  'the peer of a call that can ask',
  peerContract(() => ({
    peer: createCallPeer({
      onQuestion: ({ message, attempt }) => contractAnswer(message, attempt) ?? new Promise<never>(() => {}),
    }),
  })),
)

describeContract(
  'the peer of a call that parks',
  peerContract(() => ({
    peer: createCallPeer({ onPark: () => ({}) }),
    collect: (questions) =>
      Object.fromEntries(
        (questions as readonly ElicitEffect[]).flatMap(({ id, message, attempt }) => {
          const answer = contractAnswer(message, attempt)
          return answer === undefined ? [] : [[id, answer]]
        }),
      ),
  })),
)
