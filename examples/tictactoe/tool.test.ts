import { createMemoryJournal, deferred, type McpMessage, runTool } from '@sweatpants/framework'
import { accept, cancel, decline, runScript, type Transcript } from '@sweatpants/framework/testing'
import { describe, expect, test } from 'vitest'
import { tictactoe } from './tool.ts'

const moves = (...positions: number[]) => positions.map((position) => accept({ position }))

/** What the model was sent, each time it was asked. */
const prompts = (transcript: Transcript): McpMessage[][] =>
  transcript.flatMap((exchanged) => (exchanged.type === 'sample' ? [exchanged.messages] : []))

describe('a game is played to its end', () => {
  test('the model wins', async () => {
    const script = { samples: ['0', 'I take 1.', '2'], answers: { pickMove: moves(3, 4) } }
    const { value } = await runScript(tictactoe, { first: 'model' }, script)
    expect(value).toBe('The model won as X.\n\n X | X | X\n---+---+---\n O | O | 5\n---+---+---\n 6 | 7 | 8')
  })

  test('the person wins', async () => {
    const script = { samples: ['3', '4'], answers: { pickMove: moves(0, 1, 2) } }
    const { value } = await runScript(tictactoe, { first: 'person' }, script)
    expect(value).toMatch(/^The person won as X\./)
  })

  test('the game is a draw', async () => {
    const script = { samples: ['0', '2', '3', '7', '8'], answers: { pickMove: moves(1, 4, 5, 6) } }
    const { value } = await runScript(tictactoe, { first: 'model' }, script)
    expect(value).toMatch(/^The game is a draw\./)
  })

  test.each([decline(), cancel()])('the person leaves with $action', async (leave) => {
    const script = { samples: ['0', '2'], answers: { pickMove: [...moves(4), leave] } }
    const { value } = await runScript(tictactoe, { first: 'model' }, script)
    expect(value).toBe('The person left the game.\n\n X | 1 | X\n---+---+---\n 3 | O | 5\n---+---+---\n 6 | 7 | 8')
  })
})

describe('the model is shown the whole game', () => {
  test('as prompts and replies for its moves, as answered questions for the moves of the person', async () => {
    const script = { samples: ['4', '2', '6'], answers: { pickMove: moves(0, 1) } }
    const { transcript } = await runScript(tictactoe, { first: 'model' }, script)
    const [first, second, third] = prompts(transcript)
    expect(first).toEqual([{ role: 'user', content: { type: 'text', text: expect.stringContaining('You are X.') } }])
    expect(second).toEqual([
      ...first!,
      { role: 'assistant', content: { type: 'text', text: '4' } },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: 'elicit_script_0',
            name: 'pickMove',
            input: {
              board: ' 0 | 1 | 2\n---+---+---\n 3 | X | 5\n---+---+---\n 6 | 7 | 8',
              userMark: 'O',
              moveNumber: 2,
            },
          },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', toolUseId: 'elicit_script_0', content: [{ type: 'text', text: '{"position":0}' }] },
        ],
      },
      { role: 'user', content: { type: 'text', text: expect.stringContaining(' O | 1 | 2') } },
    ])
    expect(third?.slice(0, second?.length)).toEqual(second)
  })

  test('in which every tool_use has its tool_result in the next message', async () => {
    const script = { samples: ['0', '2', '3', '7', '8'], answers: { pickMove: moves(1, 4, 5, 6) } }
    const { transcript } = await runScript(tictactoe, { first: 'model' }, script)
    const histories = prompts(transcript)
    expect(histories.map(countAnswered)).toEqual([0, 1, 2, 3, 4])
    for (const history of histories) expect(history.at(-1)?.role).toBe('user')
  })
})

/** How many questions a history holds; each must be followed by its answer, and no answer stands alone. */
function countAnswered(history: McpMessage[]): number {
  const blocks = history.map(({ role, content }) => [content].flat().map((block) => ({ role, block })))
  const uses = blocks.flatMap((message, i) =>
    message.flatMap(({ role, block }) => (block.type === 'tool_use' ? { role, id: block.id, at: i } : [])),
  )
  const results = blocks.flatMap((message, i) =>
    message.flatMap(({ role, block }) => (block.type === 'tool_result' ? { role, id: block.toolUseId, at: i } : [])),
  )
  expect(uses.every(({ role }) => role === 'assistant')).toBe(true)
  expect(results).toEqual(uses.map(({ id, at }) => ({ role: 'user', id, at: at + 1 })))
  expect(new Set(uses.map(({ id }) => id)).size).toBe(uses.length)
  return uses.length
}

describe('a move that cannot be made', () => {
  test('of the model is sent back with the reason', async () => {
    const script = { samples: ['0', 'the middle', '3', '1', '2'], answers: { pickMove: moves(3, 4) } }
    const { value, transcript } = await runScript(tictactoe, { first: 'model' }, script)
    expect(value).toMatch(/^The model won/)
    const reason = 'That is not a free cell. Reply with one of 1, 2, 4, 5, 6, 7, 8, and nothing else.'
    expect(prompts(transcript)[2]?.slice(-2)).toEqual([
      { role: 'assistant', content: { type: 'text', text: 'the middle' } },
      { role: 'user', content: { type: 'text', text: reason } },
    ])
  })

  test('of the model is made for it after the third', async () => {
    const script = { samples: ['9', 'ten', '', '1', '2'], answers: { pickMove: moves(3, 4) } }
    const { value } = await runScript(tictactoe, { first: 'model' }, script)
    expect(value).toMatch(/^The model won as X\.\n\n X \| X \| X/)
  })

  test('of the person is asked again, and is not part of the history', async () => {
    const script = { samples: ['0', '1', '2'], answers: { pickMove: moves(0, 3, 4) } }
    const { value, transcript } = await runScript(tictactoe, { first: 'model' }, script)
    expect(value).toMatch(/^The model won/)
    expect(transcript.flatMap((exchanged) => (exchanged.type === 'elicit' ? exchanged.message : []))[1]).toMatch(
      /^0 is taken\. Please play one of 1, 2, 3, 4, 5, 6, 7, 8\.\n\n X \| 1 \| 2/,
    )
    expect(prompts(transcript).map(countAnswered)).toEqual([0, 1, 2])
  })
})

test('who begins is drawn, and stays drawn when the run is rebuilt', async () => {
  const begins = new Set<string>()
  for (let i = 0; i < 64; i++) {
    const journal = createMemoryJournal()
    const ask = async () => {
      const result = await runTool(tictactoe, {}, { peer: { answer: () => deferred }, journal })
      return result.type === 'parked' && result.questions.map(({ id }) => id).join()
    }
    const first = await ask()
    expect(await ask()).toBe(first)
    begins.add(String(first))
  }
  expect(begins).toEqual(new Set(['sample', 'pickMove']))
})
