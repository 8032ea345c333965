import { createMcpTool, createApp, connectMcp, serveMcp, resolveModel, createSqliteStore, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'











import { callTool } from '@sweatpants/framework'
import { createRuns } from '@sweatpants/framework/log'

const store = createSqliteStore('bookings.db')
const booking = await callTool(bookFlight, { from: 'Rome', to: 'Oslo' }, {
  onQuestion: async ({ key, message, schema }) => {
    console.log(key, message, schema)
    return { action: 'decline' }
  },
  onProgress: (message) => console.log(message),
  runs: createRuns(store),
  runId: 'booking-7',
})
