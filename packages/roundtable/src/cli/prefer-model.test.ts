import { expect, test } from 'vitest'
import { findMode } from '../modes/index.ts'
import { createPanel } from '../panel/create-panel.ts'
import { preferModel } from './prefer-model.ts'

const panel = preferModel(
  createPanel({
    discover: async () => [
      { provider: 'openai', id: 'openai/usual', usable: true },
      { provider: 'demo', id: 'demo', usable: true },
    ],
  }),
  'openai/other',
)

const seatModels = async (wishes: { model: string }[] | undefined) => {
  const { seats } = await panel.seat({ wishes, count: 2, mode: findMode('collaborative'), perspectives: [] })
  return seats.map(({ model }) => model)
}

test('a preferred model takes the seats that nobody chose, and no other', async () => {
  expect(await seatModels(undefined)).toEqual(['openai/other', 'openai/other'])
  expect(await seatModels([{ model: 'demo' }])).toEqual(['demo'])
})
