import type { SampleEffect } from '@sweatpants/framework'
import { contractAnswer, peerContract } from '@sweatpants/framework/testing'
import { describeContract } from '@sweatpants/framework/testing/vitest'
import { expect, test } from 'vitest'
import { PagePeer } from './page-peer.ts'
import type { RunEvent } from './run-event.ts'

const signal = new AbortController().signal

function open(answer: () => Promise<never> = () => Promise.reject(new Error('no model'))) {
  const events: RunEvent[] = []
  const peer = new PagePeer({
    samples: 'model',
    model: { id: 'test', answer },
    publish: (event) => events.push(event),
  })
  const isShown = (id: string, attempt: number) =>
    events.some((event) => event.type === 'question_open' && event.id === id && event.attempt === attempt)
  return { peer, events, isShown }
}

describeContract(
  'the peer of the page',
  peerContract(() => {
    const { peer, isShown } = open()
    return {
      peer,
      // A person answers a question once the page shows it.
      collect: (questions) =>
        Object.fromEntries(
          questions.flatMap((question) =>
            question.type === 'elicit' && isShown(question.id, question.attempt)
              ? [[question.id, contractAnswer(question.message, question.attempt)]]
              : [],
          ),
        ),
    }
  }),
)

test('an error of the model is the outcome of the sample', async () => {
  const { peer } = open()
  const sample = { type: 'sample', id: 'sample', attempt: 1 } as SampleEffect
  expect(await peer.answer(sample, signal)).toMatchObject({ type: 'failure', failure: { message: 'no model' } })
})
