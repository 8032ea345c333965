import type { PluginClient } from '@sweatpants/framework'
import { bookFlightPlugin } from './book-flight/plugin.ts'
import { pickCardPlugin } from './pick-card/plugin.ts'
import { ticTacToePlugin } from './tic-tac-toe/plugin.ts'

/** Show the questions and results of the app's tools with components. All other questions are asked with a form. */
export const plugins: readonly PluginClient[] = [ticTacToePlugin, pickCardPlugin, bookFlightPlugin]
