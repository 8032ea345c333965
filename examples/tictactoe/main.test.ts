import { createDemoModel } from '@sweatpants/demo-model'
import { type Peer, runTool } from '@sweatpants/framework'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { expect, test } from 'vitest'
import { Board, freeCells } from './board.ts'
import { boardVoice } from './board-voice.ts'
import { tictactoe } from './tool.ts'

const model = fromLanguageModel(createDemoModel({ voices: [boardVoice] }))

/** Plays a game in which the person makes these moves and then takes the first free cell. `choices` are the free cells of each turn. */
async function play(first: 'model' | 'person', moves: readonly number[]) {
  const choices: number[][] = []
  const peer: Peer = {
    async answer(effect, signal) {
      if (effect.type === 'sample') return { type: 'value', value: await model.answer(effect, { signal }) }
      if (effect.type !== 'elicit') throw new Error(`expected a question, got ${effect.type}`)
      const free = freeCells(Board.parse((effect.context as { board: unknown }).board))
      const position = moves[choices.length] ?? free[0]!
      choices.push(free)
      return { type: 'value', value: { action: 'accept', content: { position } } }
    },
  }
  const result = await runTool(tictactoe, { first }, { peer, can: { elicitation: true, sampling: true } })
  if (result.type !== 'completed') throw new Error(`the game ${result.type}`, { cause: result })
  return { end: result.value.split('\n')[0]!, choices }
}

async function* everyGame(first: 'model' | 'person', moves: readonly number[] = []): AsyncGenerator<string> {
  const { end, choices } = await play(first, moves)
  yield end
  const made = choices.map((free, turn) => moves[turn] ?? free[0]!)
  for (let turn = moves.length; turn < choices.length; turn++) {
    for (const other of choices[turn]!.slice(1)) yield* everyGame(first, [...made.slice(0, turn), other])
  }
}

test.each([
  ['model', 'X'],
  ['person', 'O'],
] as const)(
  'the demo model loses no game that the %s begins',
  async (first, mark) => {
    const ends = new Set<string>()
    for await (const end of everyGame(first)) ends.add(end)
    expect(ends).toEqual(new Set([`The model won as ${mark}.`, 'The game is a draw.']))
  },
  60_000,
)
