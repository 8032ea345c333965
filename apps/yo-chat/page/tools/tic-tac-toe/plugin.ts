import { definePlugin } from '@sweatpants/framework'
import type { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import { later } from '../../controls/later.tsx'

export const ticTacToePlugin = definePlugin<typeof ticTacToe>('tictactoe')
  .views({ pickMove: later(() => import('./views.ts'), 'Board') })
  .view(later(() => import('./views.ts'), 'FinishedGame'))
  .build()
