import { createDemoModel } from '@sweatpants/demo-model'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { runInTerminal, type Terminal } from '@sweatpants/framework/terminal'
import { boardVoice } from './board-voice.ts'
import { tictactoe } from './tool.ts'

/** Needs no key. Any other model works too. */
const model = fromLanguageModel(createDemoModel({ voices: [boardVoice] }))

export function main(terminal: Terminal): Promise<number> {
  terminal.print('Tic-tac-toe against the demo model: it works offline, by rules, and never loses.')
  return runInTerminal(tictactoe, {}, { terminal, sample: (effect, signal) => model.answer(effect, { signal }) })
}
