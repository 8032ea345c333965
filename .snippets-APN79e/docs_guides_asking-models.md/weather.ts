export {}










































import { createMcpTool } from '@sweatpants/framework'
import { z } from 'zod'

const forecast = async (city: string) => `21 degrees in ${city}`
const weather = { name: 'weather', description: 'The weather of a city', inputSchema: z.object({ city: z.string() }) }

export const packing = createMcpTool('packing_list')
  .parameters(z.object({ trip: z.string() }))
  .execute(function* ({ trip }, ctx) {
    const asked = yield* ctx.sampleTools({ prompt: `What weather do I need to know for ${trip}?`, tools: [weather] })
    const results = yield* ctx.all(
      asked.toolCalls.map(({ id, input }) =>
        ctx.branch(function* (ctx) {
          const { city } = weather.inputSchema.parse(input)
          return { id, content: yield* ctx.step('forecast', () => forecast(city)) }
        }),
      ),
    )
    const messages = [...asked.exchange.withResults(results), { role: 'user' as const, content: 'Write the list.' }]
    return (yield* ctx.sample({ messages })).text
  })
  .build()
