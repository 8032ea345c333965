import { definePlugin, getElicitContext } from '@sweatpants/framework'
import type { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import { Board } from './board.tsx'

export const ticTacToePlugin = definePlugin<typeof ticTacToe>('tictactoe', {
  *pickMove(request, ctx) {
    return { action: 'accept', content: yield* ctx.render(Board, getElicitContext(request)) }
  },
})
