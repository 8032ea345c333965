import { createDemoModel, fromLanguageModel } from '@sweatpants/framework/models'
import { runInTerminal, type Terminal } from '@sweatpants/framework/terminal'
import { tictactoe } from './tool.ts'

/** Any model can take its place; this one needs no key. */
const model = fromLanguageModel(createDemoModel())

export function main(terminal: Terminal): Promise<number> {
  terminal.print('Tic-tac-toe against the demo model: it works offline, by rules, and never loses.')
  return runInTerminal(tictactoe, {}, { terminal, sample: (effect, signal) => model.answer(effect, { signal }) })
}
