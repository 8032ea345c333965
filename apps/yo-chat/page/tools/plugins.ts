import type { PluginClient } from '@sweatpants/framework'
import { bookFlightPlugin } from './book-flight/plugin.ts'
import { pickCard } from './pick-card/pick-card.ts'
import { ticTacToePlugin } from './tic-tac-toe/plugin.ts'

/** Ask questions of the app's tools with components. All other questions are asked with a form. */
export const plugins: readonly PluginClient[] = [ticTacToePlugin, pickCard.plugin, bookFlightPlugin]
