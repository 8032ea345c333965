import { accept, decline, runScript } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { pickCard } from './tool.ts'

const pick = (position: number) => runScript(pickCard, { count: 3 }, { answers: { pickCard: accept({ position }) } })

test('the tool names the card at the picked position', async () => {
  const { value } = await pick(2)
  const { card } = value.structured!
  expect(card).toMatch(/^\w+ of \w+$/)
  expect(value.blocks).toEqual([{ type: 'text', text: `The person picked the ${card}.` }])
})

test('a position past the last card is not believed', async () => {
  const { value } = await pick(4)
  expect(value).toMatchObject({ blocks: [{ text: 'There were only 3 cards.' }], structured: { card: null } })
})

test('the tool names no card when the person declines', async () => {
  const { value } = await runScript(pickCard, { count: 3 }, { answers: { pickCard: decline() } })
  expect(value).toMatchObject({ blocks: [{ text: 'The person picked no card.' }], structured: { card: null } })
})
