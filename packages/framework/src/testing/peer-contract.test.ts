import { describe, expect, test } from 'vitest'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { SampleEffect } from '../tools/effects/sample.ts'
import { deferred, failed, succeeded } from '../tools/outcome.ts'
import type { Peer, Question } from '../tools/peer.ts'
import { silence } from './answers.ts'
import { contractAnswer, contractModel, type PeerUnderContract, peerContract } from './peer-contract.ts'
import { createScriptedPeer } from './scripted-peer.ts'
import { describeContract } from './vitest.ts'

const word = ({ message, attempt }: ElicitEffect) => contractAnswer(message, attempt) ?? silence()

/** Says nothing until the question is withdrawn. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** A peer that can wait, as a terminal does. */
const waiting: Peer = {
  async answer(effect, signal) {
    if (effect.type === 'sample') {
      const call = { signal, caller: 'contract' }
      return contractModel.answer(effect, call).then(succeeded, (error) => (signal.aborted ? deferred : failed(error)))
    }
    if (effect.type !== 'elicit') return succeeded(undefined)
    return succeeded(contractAnswer(effect.message, effect.attempt) ?? (await untilAborted(signal)))
  },
}

/** A peer that cannot wait, as a stateless server does. */
const deferring: PeerUnderContract = {
  peer: { answer: (effect) => ('id' in effect ? deferred : succeeded(undefined)) },
  collect: (questions) => Object.fromEntries(questions.map((question) => [question.id, answerOf(question)])),
}

const answerOf = (question: Question) =>
  question.type === 'elicit' ? contractAnswer(question.message, question.attempt) : undefined

describeContract(
  'scripted peer',
  peerContract(() => ({ peer: createScriptedPeer({ answers: { word } }) })),
)
const both = { answers: ['elicit', 'sample'] } as const

describeContract(
  'a peer that waits',
  peerContract(() => ({ peer: waiting }), both),
)
describeContract(
  'a peer that defers',
  peerContract(() => deferring),
)

type Fault = (peer: Peer) => Partial<PeerUnderContract>

const onElicit =
  (change: (effect: ElicitEffect, signal: AbortSignal) => ReturnType<Peer['answer']> | undefined): Fault =>
  (peer) => ({
    peer: {
      answer: (effect, signal) =>
        (effect.type === 'elicit' ? change(effect, signal) : undefined) ?? peer.answer(effect, signal),
    },
  })

const onSample =
  (change: (effect: SampleEffect, peer: Peer, signal: AbortSignal) => ReturnType<Peer['answer']> | undefined): Fault =>
  (peer) => ({
    peer: {
      answer: (effect, signal) =>
        (effect.type === 'sample' ? change(effect, peer, signal) : undefined) ?? peer.answer(effect, signal),
    },
  })

const neverAnswers = ({ messages }: SampleEffect) =>
  JSON.stringify(messages).includes('Say: nothing') ? new Promise<never>(() => {}) : undefined

/** Each fault with the case that is there to find it. */
const faults: Record<string, { fault: Fault; found: string }> = {
  'answers without an action': {
    fault: onElicit(({ message, attempt }) => succeeded({ word: contractAnswer(message, attempt) })),
    found: 'answers a question, now or later',
  },
  'defers and has no way back': {
    fault: () => ({ peer: deferring.peer }),
    found: 'answers a question, now or later',
  },
  'takes a cancel for a decline': {
    fault: onElicit(({ message }) => (message.includes('cancel') ? succeeded({ action: 'decline' }) : undefined)),
    found: 'passes on that the person declined or cancelled',
  },
  'mixes up parallel questions': {
    fault: () => {
      let last = ''
      return {
        peer: {
          async answer(effect) {
            if (effect.type !== 'elicit') return succeeded(undefined)
            last = effect.message
            await Promise.resolve()
            return succeeded(contractAnswer(last, effect.attempt))
          },
        },
      }
    },
    found: 'gives each of several open questions its own answer',
  },
  'gives the same answer again': {
    fault: onElicit(({ message }) => succeeded(contractAnswer(message, 1))),
    found: 'asks again when an answer was refused',
  },
  'rejects a log': {
    fault: () => ({ peer: { answer: () => Promise.reject(new Error('not supported')) } }),
    found: 'accepts log and notify',
  },
  'never lets go of a withdrawn question': {
    fault: onElicit(({ message }) => (message === 'Say: nothing' ? new Promise(() => {}) : undefined)),
    found: 'settles soon after a question is withdrawn, and answers the next one',
  },
  'never lets go of a cancelled run': {
    fault: onElicit(({ message }) => (message === 'Say: nothing' ? new Promise(() => {}) : undefined)),
    found: 'settles soon after the run is cancelled',
  },
  'mixes up parallel samples': {
    fault: () => {
      let last: SampleEffect | undefined
      return onSample(async (effect, peer, signal) => {
        last = effect
        await Promise.resolve()
        return peer.answer(last, signal)
      })(waiting)
    },
    found: 'gives each of several open samples its own reply',
  },
  'rejects where a model failed': {
    fault: onSample(async (effect, peer, signal) => {
      const outcome = await peer.answer(effect, signal)
      if (outcome.type === 'failure') throw new Error('no outcome')
      return outcome
    }),
    found: 'lets the tool catch that a model failed, and asks it again',
  },
  'never lets go of a withdrawn sample': {
    fault: onSample(neverAnswers),
    found: 'settles soon after a sample is withdrawn, and answers the next one',
  },
  'never lets go of a cancelled run whose model is asked': {
    fault: onSample(neverAnswers),
    found: 'settles soon after the run is cancelled while a model is asked',
  },
}

describe('the contract finds a peer that', () => {
  test.concurrent.each(Object.entries(faults))('%s', async (_, { fault, found }) => {
    const faulty = peerContract(() => ({ peer: waiting, ...fault(waiting) }), both).find(({ name }) => name === found)!
    await expect(faulty.run()).rejects.toThrow()
  })

  test('every case finds a fault', () => {
    const found = new Set(Object.values(faults).map((fault) => fault.found))
    const names = peerContract(() => ({ peer: waiting }), both).map(({ name }) => name)
    expect(new Set(names)).toEqual(found)
  })
})

test('the peer is closed after a case, also when it failed', async () => {
  let closed = 0
  const cases = peerContract(() => ({
    peer: { answer: () => Promise.reject(new Error('broken')) },
    close: () => {
      closed++
    },
  }))
  const settled = await Promise.allSettled(cases.map(({ run }) => run()))
  expect(settled.map(({ status }) => status)).toEqual(cases.map(() => 'rejected'))
  expect(closed).toBe(cases.length)
})
