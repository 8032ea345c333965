import type { Json, PluginClient } from '@sweatpants/framework'
import { ResultView } from '@sweatpants/framework/react'
import type { ReactNode } from 'react'
import { Value } from '../calls/value.tsx'
import { askRoundtableView } from './ask-roundtable/view.tsx'
import { bookFlightPlugin } from './book-flight/plugin.ts'
import { pickCardPlugin } from './pick-card/plugin.ts'
import { ticTacToePlugin } from './tic-tac-toe/plugin.ts'

/** How the page shows a tool that it knows. */
export interface ToolView {
  title: string
  /** Shown while the tool runs and reports no progress. */
  working?: string
  /** The label of the button that declines a question. */
  decline?: string
  /** Returns `undefined` for an unknown result. */
  showResult?: (result: Json) => ReactNode
}

const showBy = (plugin: PluginClient) => (result: Json) => (
  <ResultView plugin={plugin} result={result} fallback={<Value value={result} />} />
)

/** By the name of the tool. */
export const toolViews: Readonly<Record<string, ToolView | undefined>> = {
  tictactoe: {
    title: 'Tic-tac-toe',
    working: 'The model thinks…',
    decline: 'Leave the game',
    showResult: showBy(ticTacToePlugin),
  },
  pick_card: { title: 'Pick a card', decline: 'No card, thanks', showResult: showBy(pickCardPlugin) },
  book_flight: { title: 'Book a flight', decline: 'Do not book', showResult: showBy(bookFlightPlugin) },
  ask_roundtable: askRoundtableView,
  clean_up: { title: 'Clean up downloads' },
}
