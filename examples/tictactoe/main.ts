import { runInTerminal, type Terminal } from '@sweatpants/framework/terminal'
import { samplePerfectPlayer } from './player.ts'
import { tictactoe } from './tool.ts'

export function main(terminal: Terminal): Promise<number> {
  terminal.print('Tic-tac-toe against a small program that never loses; it answers in place of a model.')
  return runInTerminal(tictactoe, {}, { terminal, sample: samplePerfectPlayer })
}
