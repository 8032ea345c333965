import { boardIn, boardInText, type WrittenBoard } from './read-board.ts'
import type { Said, Situation } from './situation.ts'
import { type Board, bestMove, isOver, type Mark, otherMark, turnOf } from './tictactoe.ts'

/** A game that waits for this model, and the move that it makes. */
export interface Game {
  cell: number
  /** The number of the first cell, where that can be seen. */
  base: number | undefined
}

const MOVE = /\b(board|cell|move|turn|play|position|square|reply with one of)\b/i

/** The game that is asked about: the board that was shown last, with the answer of the person on it. */
export function readGame(situation: Situation): Game | undefined {
  const { said, message } = situation
  if (boardInText(message) === undefined && !asksForMove(situation)) return undefined
  for (let at = said.length - 1; at >= 0; at--) {
    const written = boardOf(said[at]!)
    if (written === undefined) continue
    const board = withAnswer(written, said[at]!, said.slice(at + 1))
    const mark = ownMark(situation) ?? turnOf(board)
    return isOver(board) ? undefined : { cell: bestMove(board, mark), base: written.base ?? spokenBase(message) }
  }
  return undefined
}

/** Without a board in the message: it speaks of one, or is the answer to a question about one. In a chat it is neither. */
function asksForMove({ message, exchanges, tools, toolChoice }: Situation): boolean {
  if (toolChoice.type === 'auto' && tools.length > 0) return false
  return exchanges.length > 0 || MOVE.test(message)
}

function boardOf(one: Said): WrittenBoard | undefined {
  if (one.type === 'call') return boardIn(one.input)
  return one.type === 'text' && one.role === 'assistant' ? undefined : boardInText(one.text)
}

/** A board that the person was asked about has been played on since: the answer names the cell. */
function withAnswer({ cells, base = 0 }: WrittenBoard, shown: Said, later: readonly Said[]): Board {
  if (shown.type !== 'call') return cells
  const answer = later.find((one) => one.type === 'result' && one.id === shown.id)
  const cell = answer?.type === 'result' ? Number(/\d+/.exec(answer.text)?.[0]) - base : Number.NaN
  return cells[cell] === null ? cells.with(cell, turnOf(cells)) : cells
}

function ownMark({ message, system }: Situation): Mark | undefined {
  const told = [message, system].map(
    (text) => /\byou(?:'re| are|r mark is| play(?: as)?) +["']?([XO])\b/i.exec(text)?.[1],
  )
  const mark = told.find((one) => one !== undefined)
  if (mark !== undefined) return mark.toUpperCase() as Mark
  const person = /"(?:user|person|human|opponent)(?:Mark|Symbol)?"\s*:\s*"([XO])"/i.exec(message)?.[1]
  return person === undefined ? undefined : otherMark(person.toUpperCase() as Mark)
}

const spokenBase = (message: string): number | undefined =>
  /\b1 ?(?:-|–|to|through) ?9\b/.test(message) ? 1 : undefined
