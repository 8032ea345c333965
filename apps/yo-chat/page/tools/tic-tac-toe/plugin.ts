import { definePlugin } from '@sweatpants/framework'
import type { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import Board from './board.tsx'
import FinishedGame from './finished-game.tsx'

export const ticTacToePlugin = definePlugin<typeof ticTacToe>('tictactoe')
  .views({ pickMove: Board })
  .view(FinishedGame)
  .build()
