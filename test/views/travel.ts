import { createDemoModel } from '@sweatpants/demo-model'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { bundleViews } from '@sweatpants/framework/views'
import { createDemo } from '../../apps/yo-chat/server/models.ts'
import { bookFlight } from '../../apps/yo-chat/tools/book-flight/tool.ts'
import { ticTacToe } from '../../apps/yo-chat/tools/tic-tac-toe/tool.ts'
import { bookFlight as bookSeats } from '../../examples/book-flight/tool.ts'
import { boardVoice } from '../../examples/tictactoe/board-voice.ts'
import { tictactoe } from '../../examples/tictactoe/tool.ts'
import { type ServedToPages, serveToPages } from './serve-to-pages.ts'

export const TRIP = { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }

/** Serves two tools of yo-chat with the views that are bundled from its components. */
export async function serveTravel({ isTask = false }: { isTask?: boolean } = {}): Promise<ServedToPages> {
  const tools = [bookFlight, ticTacToe]
  const server = serveMcp({
    name: 'travel',
    version: '1.0.0',
    tools: tools.map((tool) => (isTask ? { ...tool, task: 'required' as const } : tool)),
    views: { from: await bundleViews(tools), hosts: ['test-host'] },
    model: fromLanguageModel(createDemo({ pace: 'instant' }), { id: 'demo' }),
    sampling: 'server-first',
    store: createMemoryStore(),
  })
  return serveToPages(server)
}

/** Serves tools of the examples with their own views. */
export async function serveExamples(): Promise<ServedToPages> {
  const tools = [tictactoe, bookSeats]
  const server = serveMcp({
    name: 'examples',
    version: '1.0.0',
    tools,
    views: { from: await bundleViews(tools), hosts: ['test-host'] },
    model: fromLanguageModel(createDemoModel({ voices: [boardVoice] }), { id: 'demo' }),
    store: createMemoryStore(),
  })
  return serveToPages(server)
}
