import { accept, decline, runScript } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { planDinner } from './plan-dinner.ts'

const pick = (dish: string) => ({ parsed: { dish } })
const yes = accept({ answer: 'cook it' as const })
const no = accept({ answer: 'something else' as const })
const order = { order: 1, groceries: ['4 × rice'] }

test('the groceries are ordered for the dish that the person agrees to', async () => {
  const { value, transcript } = await runScript(
    planDinner,
    { people: 4, diet: 'vegetarian' },
    { samples: [pick('Ramen'), pick('Shakshuka')], answers: { taste: [no, yes] }, steps: { order } },
  )
  expect(value).toEqual({ planned: true, dish: 'Shakshuka', people: 4, ...order })
  expect(transcript.filter(({ type }) => type === 'elicit')).toHaveLength(2)
})

test('a dish that was turned down cannot be picked again', async () => {
  const run = runScript(
    planDinner,
    { people: 2 },
    { samples: [pick('Ramen'), pick('Ramen'), pick('Fish tacos')], answers: { taste: [no, yes] }, steps: { order } },
  )
  expect((await run).value).toMatchObject({ dish: 'Fish tacos' })
})

test('nothing is ordered when the person declines', async () => {
  const script = { samples: [pick('Ramen')], answers: { taste: decline() } }
  const { value, transcript } = await runScript(planDinner, { people: 2 }, script)
  expect(value).toMatchObject({ planned: false })
  expect(transcript).not.toContainEqual(expect.objectContaining({ type: 'step', name: 'order' }))
})
