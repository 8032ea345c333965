import { type Peer, runTool, succeeded } from '@sweatpants/framework'
import type { Model } from '@sweatpants/framework/models'
import { tictactoe } from '../../examples/tictactoe/tool.ts'

/** Plays a game in which the person makes these moves. Resolves to the end of the game, and the number of moves that each sample was told. */
export async function playTicTacToe(model: Model, first: 'model' | 'person', moves: readonly number[]) {
  const left = [...moves]
  const elicited: number[] = []
  const peer: Peer = {
    async answer(effect, signal) {
      if (effect.type === 'elicit') return succeeded({ action: 'accept', content: { position: left.shift() } })
      if (effect.type !== 'sample') return succeeded(undefined)
      elicited.push(moves.length - left.length)
      return succeeded(await model.answer(effect, { signal, onPart() {} }))
    },
  }
  const result = await runTool(tictactoe, { first }, { peer, can: { elicitation: true, sampling: true } })
  if (result.type !== 'completed') throw new Error(`the game ended with ${result.type}`, { cause: result })
  return { value: result.value, elicited }
}
