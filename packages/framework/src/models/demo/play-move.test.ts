import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../../tools/builder.ts'
import type { ToolContext } from '../../tools/context.ts'
import type { Operation } from '../../tools/operation.ts'
import { succeeded } from '../../tools/outcome.ts'
import { runTool } from '../../tools/run-tool.ts'
import { fromLanguageModel } from '../language-model.ts'
import { createDemoModel } from './demo-model.ts'
import { ask, askData, exchange, user } from './fixtures/ask.ts'
import { type Board, freeCells, isOver, type Mark } from './tictactoe.ts'

type Cells = (Mark | null)[]

const draw = (board: Board): string =>
  [0, 3, 6]
    .map(
      (row) =>
        ` ${board
          .slice(row, row + 3)
          .map((mark, i) => mark ?? row + i)
          .join(' | ')}`,
    )
    .join('\n---+---+---\n')

const Game = z.object({ board: z.array(z.enum(['X', 'O']).nullable()), mark: z.enum(['X', 'O']) })

/** A tool that asks for one move, as a text or as data. */
const tool = (ask: (game: z.infer<typeof Game>, ctx: ToolContext) => Operation<number>) =>
  createMcpTool('move')
    .description('a move')
    .parameters(Game)
    .execute((game, ctx) => ask(game, ctx))
    .build()

const inText = tool(function* ({ board, mark }, ctx) {
  const { text } = yield* ctx.sample({ prompt: `You are ${mark}. The board:\n${draw(board)}\nReply with one cell.` })
  return Number(text)
})

const Move = z.object({
  move: z.object({ row: z.int().min(1).max(3), column: z.int().min(1).max(3) }),
  comment: z.string(),
})

const bySchema = tool(function* ({ board, mark }, ctx) {
  const rows = [board.slice(0, 3), board.slice(3, 6), board.slice(6)]
  const prompt = `You are ${mark}: ${JSON.stringify({ board: rows })}. Your move?`
  const { parsed } = yield* ctx.sampleSchema({ prompt, schema: Move })
  return (parsed.move.row - 1) * 3 + parsed.move.column - 1
})

const model = fromLanguageModel(createDemoModel())

async function moveOf(tool: typeof inText, board: Board, mark: Mark): Promise<number> {
  const result = await runTool(
    tool,
    { board, mark },
    {
      can: { sampling: true },
      peer: {
        async answer(effect, signal) {
          if (effect.type !== 'sample') throw new Error(`expected a sample, got ${effect.type}`)
          return succeeded(await model.answer(effect, { signal }))
        },
      },
    },
  )
  if (result.type !== 'completed') throw new Error(`the tool ${result.type}`, { cause: result })
  return result.value
}

/** How each game ends, when the model plays one side and the other side tries everything. */
async function* endings(
  tool: typeof inText,
  own: Mark,
  board: Cells = Array(9).fill(null),
  turn: Mark = 'X',
): AsyncGenerator<Mark | undefined> {
  if (isOver(board)) return yield winner(board)
  const cells = turn === own ? [await moveOf(tool, board, own)] : freeCells(board)
  for (const cell of cells) {
    expect(board[cell]).toBeNull()
    yield* endings(tool, own, board.with(cell, turn), turn === 'X' ? 'O' : 'X')
  }
}

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246']

const winner = (board: Board): Mark | undefined =>
  (['X', 'O'] as const).find((mark) => LINES.some((line) => [...line].every((cell) => board[Number(cell)] === mark)))

describe.each([
  ['text', inText],
  ['a schema', bySchema],
])('asked for a move as %s', (_, tool) => {
  test.each(['X', 'O'] as const)(
    'it never loses as %s, whatever the other side does',
    async (mark) => {
      const seen = new Set<Mark | undefined>()
      for await (const end of endings(tool, mark)) seen.add(end)
      expect(seen).toEqual(new Set([mark, undefined]))
    },
    30_000,
  )
})

describe('the board is found', () => {
  // X must block at the top right.
  const board: Cells = ['O', 'O', null, null, 'X', null, null, null, 'X']

  test.each([
    ['drawn with the numbers of free cells', `You are X.\n${draw(board)}\nYour move.`, '2'],
    ['drawn with numbers from one', 'You are X.\n O | O | 3\n---+---+---\n 4 | X | 6\n---+---+---\n 7 | 8 | X\n', '3'],
    [
      'drawn as a table',
      'You are X.\n| O | O |   |\n|---|---|---|\n|   | X |   |\n|   |   | X |\nReply with 1-9.',
      '3',
    ],
    ['drawn with dots', 'You are X, your turn:\nO O .\n. X .\n. . X', '2'],
    ['as nine cells', `You are X: ${JSON.stringify(board)}, where to?`, '2'],
    ['as nine texts', `You are X: ${JSON.stringify(board.map((cell) => cell ?? ''))}, where to?`, '2'],
    ['as three rows', 'You are X: [["O","O"," "],[" ","X"," "],[" "," ","X"]]', '2'],
  ])('%s', async (_, prompt, move) => {
    expect(await ask(prompt)).toBe(move)
  })

  test('in the message before, when the last one only says that a move was no good', async () => {
    const prompt = [
      user(`You are X.\n${draw(board)}`),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: '9' }] },
      user('That is not a free cell.'),
    ]
    expect(await ask(prompt)).toBe('2')
  })

  test('in the question that the person has answered, with the answer on it', async () => {
    const asked: Cells = ['O', null, null, null, 'X', null, null, null, null]
    const prompt = [
      user('Begin.'),
      ...exchange('pickMove', { board: asked.with(8, 'X'), userMark: 'O' }, '{"position":1}'),
    ]
    expect(await ask(prompt)).toBe('2')
  })

  test('in the result of the last call', async () => {
    expect(await ask([user('Begin.'), ...exchange('get_board', {}, JSON.stringify({ board }))])).toBe('2')
  })

  test('and not where the game is over, or where nobody asks', async () => {
    expect(await ask(`Your move:\n${draw(['X', 'X', 'X', 'O', 'O', null, null, null, null])}`)).toContain('demo model')
    expect(await ask([user(`Look:\n${draw(board)}`), user('Thank you, how are you?')])).toContain('demo model')
  })
})

test.each([
  ['position', { type: 'integer', minimum: 0, maximum: 8 }, 2],
  ['cell', { type: 'integer', minimum: 1, maximum: 9 }, 3],
  ['move', { enum: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] }, '3'],
  ['square', { anyOf: [2, 5, 8, 9].map((value) => ({ const: value - 1 })) }, 4],
  ['move', { type: 'array', items: { type: 'integer', minimum: 0, maximum: 2 }, minItems: 2, maxItems: 2 }, [0, 2]],
])('a move goes into %s as %o numbers it', async (name, schema, value) => {
  const board: Cells =
    name === 'square'
      ? ['O', null, null, null, null, null, null, null, null]
      : ['O', 'O', null, null, 'X', null, null, null, 'X']
  const data = await askData(`You are X.\n${JSON.stringify(board)}`, {
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  })
  expect(data).toEqual({ [name]: value })
})
