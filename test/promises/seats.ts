import type { Model } from '@sweatpants/framework/models'
import { type Panel, SEAT_TOOLS } from '@sweatpants/roundtable'

const SEATS = ['ada', 'bo', 'cy']

/** The seats of every debate here, each with a model of its own. */
export const panel: Panel = {
  candidates: async () => [],
  seat: async () => ({
    seats: SEATS.map((name) => ({ agentId: name, label: `Seat ${name}`, model: name, family: name })),
    absent: [],
  }),
}

/** A model that acts upon the world of a test before it answers. `ada` uses every connected tool first, and `cy` asks for context. */
export const createSeat = (world: string, seat: string): Model => ({
  id: `test/${seat}`,
  async answer({ messages, tools }, { signal }) {
    const canAsk = tools?.some(({ name }) => name === 'request_context') && messages.length === 1
    if (seat === 'cy' && canAsk) {
      const input = { query: 'How much?', reason: 'It matters.', priority: 'required' }
      return {
        model: seat,
        content: { type: 'tool_use', id: 'ask', name: 'request_context', input },
        stopReason: 'toolUse',
      }
    }
    const connected = tools?.filter(({ name }) => !SEAT_TOOLS.includes(name)) ?? []
    if (seat === 'ada' && connected.length > 0 && messages.length === 1) {
      const content = connected.map(({ name }) => ({ type: 'tool_use' as const, id: name, name, input: {} }))
      return { model: seat, content, stopReason: 'toolUse' }
    }
    await fetch(`${world}/${tools === undefined ? 'summary' : seat}`, { signal })
    const text = tools === undefined ? { summary: 'They agreed.', keyPoints: [] } : statement
    return { model: seat, content: { type: 'text', text: JSON.stringify(text) }, stopReason: 'endTurn' }
  },
})

const statement = { position: 'Yes.', stance: 'support', confidence: 0.8, reasoning: 'Because.' }
