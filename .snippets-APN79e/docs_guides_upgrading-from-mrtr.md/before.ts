import { createMcpTool, createApp, connectMcp, serveMcp, resolveModel, createSqliteStore, accept, runScript, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'











import { acceptedContent, createRequestStateCodec, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const Trip = z.object({ from: z.string(), to: z.string() })
const Pick = z.object({ flightId: z.string() })
const Confirm = z.object({ ok: z.boolean() })

type State = { phase: 'pick' } | { phase: 'confirm'; flightId: string }
const codec = createRequestStateCodec<State>({ key: process.env.STATE_KEY ?? 'a key of at least thirty-two characters' })
const say = (text: string) => ({ content: [{ type: 'text' as const, text }] })

export function createServer() {
  const server = new McpServer({ name: 'travel', version: '1.0.0' }, { requestState: { verify: codec.verify } })
  server.registerTool('book_flight', { inputSchema: Trip }, async (trip, { mcpReq }) => {
    const state = mcpReq.requestState<State>()
    if (state === undefined) {
      const flights = await searchFlights(trip)
      const message = `Which of ${flights.map(({ id }) => id).join(', ')}?`
      return inputRequired({
        inputRequests: { pick: inputRequired.elicit({ message, requestedSchema: Pick }) },
        requestState: await codec.mint({ phase: 'pick' }),
      })
    }
    if (state.phase === 'pick') {
      const pick = acceptedContent(mcpReq.inputResponses, 'pick', Pick)
      if (pick === undefined) return say('Not booked.')
      const message = `Book ${pick.flightId}?`
      return inputRequired({
        inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: Confirm }) },
        requestState: await codec.mint({ phase: 'confirm', flightId: pick.flightId }),
      })
    }
    const sure = acceptedContent(mcpReq.inputResponses, 'confirm', Confirm)
    if (!sure?.ok) return say('Not booked.')
    const { reference } = await book(state.flightId, crypto.randomUUID())
    return say(`Booked: ${reference.split('/')[0]}`)
  })
  return server
}
