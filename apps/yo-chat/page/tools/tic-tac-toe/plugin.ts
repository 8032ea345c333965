import { getElicitContext, makePlugin } from '@sweatpants/framework'
import { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import { Board } from './board.tsx'

export const ticTacToePlugin = makePlugin(ticTacToe)
  .onElicit({
    *pickMove(request, ctx) {
      return { action: 'accept', content: yield* ctx.render(Board, getElicitContext(request)) }
    },
  })
  .build()
