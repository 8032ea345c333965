import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { type ElicitEffect, toShortMessage } from './effects/elicit.ts'
import { DivergenceError } from './errors.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred } from './outcome.ts'
import { runTool } from './run-tool.ts'

const peer = { answer: () => deferred }

const play = (board: unknown) =>
  createMcpTool('play')
    .elicits({ move: { response: z.object({ position: z.number() }) } })
    .execute(function* (_, ctx) {
      const move = yield* ctx.elicit('move', { message: 'Where?', plain: board as string, turn: 'X' })
      return move.action === 'accept' && move.exchange.context
    })
    .build()

const answers = { move: { action: 'accept', content: { position: 4 } } }

test('plain text follows the message, and a component gets the message without it', async () => {
  const parked = await runTool(play('. X .'), {}, { peer })
  expect(parked).toMatchObject({ questions: [{ message: 'Where?\n\n. X .', plain: '. X .', context: { turn: 'X' } }] })
  const [question] = parked.type === 'parked' ? parked.questions : []
  expect(toShortMessage(question as ElicitEffect)).toBe('Where?')
  expect(toShortMessage({ message: 'Where?' })).toBe('Where?')
})

test('plain text is not in the context of the exchange', async () => {
  expect(await runTool(play('. X .'), {}, { peer, answers })).toMatchObject({ value: { turn: 'X' } })
})

test('an answer is bound to the plain text that was shown with its question', async () => {
  const journal = createMemoryJournal()
  await runTool(play('. X .'), {}, { peer, journal, answers })
  await expect(runTool(play('. O .'), {}, { peer, journal })).rejects.toThrow(DivergenceError)
})

test('plain text that is no text is refused', async () => {
  expect(await runTool(play(['X']), {}, { peer })).toMatchObject({
    type: 'failed',
    error: { message: 'elicit "move": plain is a text, not an Array' },
  })
})
