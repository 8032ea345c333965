export {}































import { runTool } from '@sweatpants/framework'
import { accept, createScriptedPeer, cutEverywhere, decline, runScript } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { refund } from './refund.ts'

const params = { orderId: 'A1', complaint: 'It came in two pieces.' }
const steps = { find: { id: 'A1', total: 40 }, transfer: 'R1' }

test('what was approved is refunded', async () => {
  const { value, transcript } = await runScript(refund, params, {
    steps,
    samples: ['Broken.'],
    answers: { approve: accept({ ok: true }) },
  })
  expect(value).toEqual({ refunded: true, receipt: 'R1' })
  expect(transcript).toContainEqual(expect.objectContaining({ type: 'elicit', message: 'Refund 40 EUR? Broken.' }))
})

test('nothing is transferred without a yes', async () => {
  const script = { steps: { find: steps.find }, samples: ['Broken.'], answers: { approve: decline() } }
  expect((await runScript(refund, params, script)).value).toEqual({ refunded: false })
})

test('a process that dies anywhere transfers once', async () => {
  const script = { samples: () => 'Broken.', answers: { approve: () => accept({ ok: true }) } }
  const { whole, cuts } = await cutEverywhere((journal) =>
    runTool(refund, params, { journal, runId: 'r', peer: createScriptedPeer(script) }),
  )
  expect(cuts.length).toBeGreaterThan(3)
  for (const { result } of cuts) expect(result).toMatchObject({ value: whole.type === 'completed' && whole.value })
})
