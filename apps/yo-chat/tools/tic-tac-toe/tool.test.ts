import { ToolContent } from '@sweatpants/framework'
import { accept, decline, runScript, type Script } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { ticTacToe } from './tool.ts'

const moves = (...positions: number[]) => positions.map((position) => accept({ position }))

async function play(first: 'model' | 'person', script: Script<typeof ticTacToe.elicits>) {
  const { value, transcript } = await runScript(ticTacToe, { first }, script)
  if (!(value instanceof ToolContent)) throw new Error('expected content')
  return { ...value, transcript }
}

test.each([
  ['won', 'person', ['3', '4'], moves(0, 1, 2), 'The person won as X.'],
  ['lost', 'model', ['0', 'I take 1.', '2'], moves(3, 4), 'The model won as X.'],
  ['draw', 'model', ['0', '2', '3', '7', '8'], moves(1, 4, 5, 6), 'The game is a draw.'],
  ['left', 'model', ['0', '2'], [...moves(4), decline()], 'The person left the game.'],
] as const)(
  'a game is %s: the page gets the board, the model a sentence',
  async (outcome, first, samples, picks, end) => {
    const { structured, blocks } = await play(first, { samples: [...samples], answers: { pickMove: [...picks] } })
    expect(structured).toMatchObject({ outcome, userMark: first === 'person' ? 'X' : 'O', board: expect.any(Array) })
    expect(blocks).toMatchObject([{ text: expect.stringMatching(new RegExp(`^${end}`)) }])
  },
)

test('the model is shown the moves of the person as answered questions', async () => {
  const { transcript } = await play('model', { samples: ['4', '2', '6'], answers: { pickMove: moves(0, 1) } })
  const prompts = transcript.flatMap((exchanged) => (exchanged.type === 'sample' ? [exchanged.messages] : []))
  expect(prompts.map((messages) => messages.length)).toEqual([1, 5, 9])
  expect(prompts[1]![2]).toMatchObject({
    role: 'assistant',
    content: [{ type: 'tool_use', name: 'pickMove', input: { board: expect.stringContaining('X'), userMark: 'O' } }],
  })
})

test('the person is told where the model has just played', async () => {
  const { transcript } = await play('model', { samples: ['4', '2', '6'], answers: { pickMove: moves(0, 1) } })
  const asked = transcript.flatMap((exchanged) => (exchanged.type === 'elicit' ? [exchanged.context.lastMove] : []))
  expect(asked).toEqual([4, 2])
})
