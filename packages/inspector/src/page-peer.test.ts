import type { ElicitEffect, SampleEffect } from '@sweatpants/framework'
import type { Model } from '@sweatpants/framework/models'
import { contractAnswer, contractModel, peerContract } from '@sweatpants/framework/testing'
import { describeContract } from '@sweatpants/framework/testing/vitest'
import { expect, test } from 'vitest'
import { PagePeer } from './page-peer.ts'
import type { RunEvent } from './run-event.ts'

const signal = new AbortController().signal

function open(answer: Model['answer'] = () => Promise.reject(new Error('no model'))) {
  const events: RunEvent[] = []
  const peer = new PagePeer({
    samples: 'model',
    model: { id: 'test', answer },
    publish: (event) => events.push(event),
  })
  return { peer, events }
}

describeContract(
  'the peer of the page',
  peerContract(
    () => {
      const { peer, events } = open(contractModel.answer)
      /** The person answers only what the page shows. */
      const answer = ({ id, attempt, message }: ElicitEffect) => {
        const shown = events.findLast((event) => event.type === 'question_open' && event.id === id)
        expect(shown).toMatchObject({ attempt })
        return [id, contractAnswer(message, attempt)]
      }
      return {
        peer,
        collect: (questions) =>
          Object.fromEntries(questions.map((question) => (question.type === 'elicit' ? answer(question) : []))),
      }
    },
    { answers: ['elicit', 'sample'] },
  ),
)

test('an error of the model is the outcome of the sample', async () => {
  const { peer } = open()
  const sample = { type: 'sample', id: 'sample', attempt: 1 } as SampleEffect
  expect(await peer.answer(sample, signal)).toMatchObject({ type: 'failure', failure: { message: 'no model' } })
})
