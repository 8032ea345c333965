import type { McpTool } from '@sweatpants/framework'
import { bookFlight } from './book-flight/tool.ts'
import { calculator } from './calculator/tool.ts'
import { cleanUp } from './clean-up/tool.ts'
import { pickCard } from './pick-card/tool.ts'
import { ticTacToe } from './tic-tac-toe/tool.ts'

/** The tools of the app, in the chat and over MCP. */
export const tools: readonly McpTool[] = [ticTacToe, pickCard, bookFlight, calculator, cleanUp]
