/** What the page says about a tool that it knows. */
interface ToolTexts {
  title: string
  /** Shown while the tool runs and reports no progress. */
  working?: string
  /** The label of the button that declines a question. */
  decline?: string
}

/** The texts of the cards of the app's tools, by the name of the tool. */
export const toolTexts: Readonly<Record<string, ToolTexts | undefined>> = {
  tictactoe: { title: 'Tic-tac-toe', working: 'The model is thinking…', decline: 'Leave the game' },
  pick_card: { title: 'Pick a card', decline: 'No card, thanks' },
  book_flight: { title: 'Book a flight', decline: 'Do not book' },
  ask_roundtable: {
    title: 'Roundtable',
    working: 'The panel is debating…',
    decline: 'Say that it cannot be found',
  },
  clean_up: { title: 'Clean up downloads' },
}
