import type { PluginClient } from '@sweatpants/framework'
import { bookFlightPlugin } from './book-flight/plugin.ts'
import { pickCard } from './pick-card/pick-card.ts'
import { ticTacToePlugin } from './tic-tac-toe/plugin.ts'

/** What asks the questions of the app's tools with components of their own. All others are asked with a form. */
export const plugins: readonly PluginClient[] = [ticTacToePlugin.client, pickCard.plugin, bookFlightPlugin.client]
