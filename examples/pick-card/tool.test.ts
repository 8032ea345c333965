import { createMemoryJournal, deferred, runTool } from '@sweatpants/framework'
import { accept, cancel, decline, runScript } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pickCard } from './tool.ts'

/** The cards on the table, as the open question of a run shows them. */
async function table(journal = createMemoryJournal()): Promise<{ cards: string[]; journal: typeof journal }> {
  const result = await runTool(pickCard, { count: 5 }, { peer: { answer: () => deferred }, journal })
  if (result.type !== 'parked') throw new Error(`expected an open question, got ${result.type}`)
  const [question] = result.questions
  if (question?.type !== 'elicit') throw new Error('expected the question to be one to a person')
  const { cards } = z.object({ cards: z.array(z.string()) }).parse(question.context.handoff)
  return { cards, journal }
}

test('as many different cards are dealt as were asked for', async () => {
  const { cards } = await table()
  expect(new Set(cards).size).toBe(5)
})

test('the cards are dealt once, even when the run is rebuilt from its journal', async () => {
  const { cards, journal } = await table()
  const carried = JSON.parse(JSON.stringify(journal.read()))
  const rebuilt = await table(createMemoryJournal(carried))
  expect(rebuilt.cards).toEqual(cards)

  const result = await runTool(
    pickCard,
    { count: 5 },
    {
      peer: { answer: () => deferred },
      journal: createMemoryJournal(carried),
      answers: { __handoff__: accept({ card: cards[2] }) },
    },
  )
  expect(result).toMatchObject({ type: 'completed', value: `You picked the ${cards[2]}.` })
})

test('a card that was not dealt is not believed', async () => {
  const script = { answers: { __handoff__: accept({ card: 'joker' }) } }
  expect((await runScript(pickCard, { count: 5 }, script)).value).toBe('There was no joker among the cards.')
})

test.each([decline(), cancel()])('no card is named after $action', async (leave) => {
  const { value } = await runScript(pickCard, { count: 5 }, { answers: { __handoff__: leave } })
  expect(value).toEqual({ cancelled: true })
})
