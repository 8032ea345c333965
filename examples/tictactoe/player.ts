import type { SampleEffect, SampleReply } from '@sweatpants/framework'
import { type Board, freeCells, isOver, other, parseBoard, place, turnOf, winnerOf } from './board.ts'

/** Stands in for a model: reads the board in the last prompt, and plays so that it never loses. Offline, no key needed. */
export async function samplePerfectPlayer(effect: SampleEffect): Promise<SampleReply> {
  const blocks = [effect.messages.at(-1)?.content ?? []].flat()
  const board = parseBoard(blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n'))
  if (board === undefined) throw new Error('expected a prompt with a board, as the tic-tac-toe tool writes it')
  return { content: { type: 'text', text: String(bestMove(board)) }, model: 'perfect-player', stopReason: 'endTurn' }
}

/** The best move for whoever's turn it is; of equal ones, the first. */
export function bestMove(board: Board): number {
  const mark = turnOf(board)
  const rated = freeCells(board).map((position) => ({ position, score: -scoreOf(place(board, position, mark)) }))
  return rated.reduce((best, move) => (move.score > best.score ? move : best)).position
}

/** How the game ends for whoever's turn it is, when both play well. A win counts for more the sooner it comes. */
function scoreOf(board: Board): number {
  const mark = turnOf(board)
  if (winnerOf(board) === other(mark)) return -1 - freeCells(board).length
  if (isOver(board)) return 0
  return Math.max(...freeCells(board).map((position) => -scoreOf(place(board, position, mark))))
}
