import { createDemoModel } from '@sweatpants/demo-model'
import { expect, test } from 'vitest'
import { type Board, formatBoard, parseBoard } from './board.ts'
import { boardVoice } from './board-voice.ts'

const model = createDemoModel({ voices: [boardVoice] })

async function ask(text: string): Promise<string> {
  const { content } = await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text }] }] })
  return content[0]?.type === 'text' ? content[0].text : ''
}

const board: Board = ['O', 'O', null, null, 'X', null, null, null, 'X']

test('the demo model blocks a line, and completes its own', async () => {
  expect(await ask(`You are X. The board:\n${formatBoard(board)}\nReply with one of 2, 3, 5, 6, 7.`)).toBe('2')
  expect(await ask(`You are O. The board:\n${formatBoard(board)}\nReply with one of 2, 3, 5, 6, 7.`)).toBe('2')
  const open: Board = ['O', null, 'O', null, 'X', null, null, null, 'X']
  expect(await ask(`You are O. The board:\n${formatBoard(open)}\nReply with one of 1, 3, 5, 6, 7.`)).toBe('1')
})

test('a board without a question and a finished game are not answered with a move', async () => {
  expect(await ask(`Look at this:\n${formatBoard(board)}`)).toContain('I am a demo model')
  const over: Board = ['X', 'X', 'X', 'O', 'O', null, null, null, null]
  expect(await ask(`You are O. The board:\n${formatBoard(over)}`)).toContain('I am a demo model')
})

test('a board is parsed as it was formatted', () => {
  expect(parseBoard(`The board:\n${formatBoard(board)}\nYour move.`)).toEqual(board)
  expect(parseBoard('no board')).toBeUndefined()
})
