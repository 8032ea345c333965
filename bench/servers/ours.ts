import { createMcpTool, jsonSchema, type Schema } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { asking, others, ready, settings } from './settings.ts'

const { Params, Sure } = await createSchemas()

const greet = (name: string) =>
  createMcpTool(name)
    .description('Greets somebody.')
    .parameters(Params)
    .execute(function* ({ name }) {
      return `Hello, ${name}.`
    })
    .build()

const ask = ([name, questions]: (typeof asking)[number]) =>
  createMcpTool(name)
    .description('Greets somebody, if that is wanted.')
    .parameters(Params)
    .elicits({ sure: { response: Sure } })
    .execute(function* ({ name }, ctx) {
      for (let i = 0; i < questions; i++) {
        const { action } = yield* ctx.elicit('sure', { message: 'Are you sure?' })
        if (action !== 'accept') return 'Not now.'
      }
      return `Hello, ${name}.`
    })
    .build()

const tools = [...asking.map(ask), ...['greet', ...others].map(greet)]
const server = serveMcp({ name: 'ours', version: '1.0.0', tools })
if (settings.wire === 'http') await server.listen({ port: settings.port })
else server.stdio().closed.then(() => process.exit())
ready()

/** With a library, as most tools are written, or without: loading one is what a cold start spends most on. */
async function createSchemas(): Promise<{ Params: Schema<{ name: string }>; Sure: Schema<{ ok: boolean }> }> {
  if (process.env.SCHEMA === 'json') {
    return {
      Params: jsonSchema({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }),
      Sure: jsonSchema({ type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }),
    }
  }
  const { z } = await import('zod')
  return { Params: z.object({ name: z.string() }), Sure: z.object({ ok: z.boolean() }) }
}
