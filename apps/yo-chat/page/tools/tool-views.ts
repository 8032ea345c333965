import type { Json } from '@sweatpants/framework'
import type { ReactNode } from 'react'
import { askRoundtableView } from './ask-roundtable/view.tsx'
import { bookFlightView } from './book-flight/view.tsx'
import { pickCardView } from './pick-card/view.tsx'
import { ticTacToeView } from './tic-tac-toe/view.tsx'

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

/** By the name of the tool. */
export const toolViews: Readonly<Record<string, ToolView | undefined>> = {
  tictactoe: ticTacToeView,
  pick_card: pickCardView,
  book_flight: bookFlightView,
  ask_roundtable: askRoundtableView,
  clean_up: { title: 'Clean up downloads' },
}
