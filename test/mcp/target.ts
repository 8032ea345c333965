import { createMcpTool } from '@sweatpants/framework'
import { createMcpPrompt, createTokenAuth, matchTokens, type ServeOptions, serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { z } from 'zod'

/** Alice may do everything, Bob must not administer. */
export const ALICE = 'token-of-alice-5e1f0c'
export const BOB = 'token-of-bob-9a77d2'

const confirm = { response: z.object({ sure: z.boolean() }) }

/** What is attacked: every piece of tool code that runs leaves a trace. */
export interface Target extends AsyncDisposable {
  readonly url: string
  readonly ran: string[]
}

export async function openTarget(options: Partial<ServeOptions> = {}): Promise<Target> {
  const ran: string[] = []
  const trace = <T>(what: string, value: T) => {
    ran.push(what)
    return value
  }

  const order = (name: string, carrier: 'auto' | 'stored' = 'auto', mustAsk = false) =>
    createMcpTool(name)
      .parameters(z.object({ item: z.string() }))
      .elicits({ confirm: { ...confirm, mustAsk } })
      .carrier(carrier)
      .execute(function* ({ item }, ctx) {
        trace('body', undefined)
        const price = yield* ctx.step('price', () => trace('price', 42))
        const sure = yield* ctx.elicit('confirm', { message: `${item} for ${price}?` })
        if (sure.action !== 'accept' || !sure.content.sure) return 'not ordered'
        const receipt = yield* ctx.step('charge', () => trace('charge', 'receipt'))
        const { text } = yield* ctx.sample({ prompt: 'Thank them', maxTokens: 10 })
        return `${item} for ${price}, ${receipt}, ${text}`
      })
      .build()

  const errand = createMcpTool('errand')
    .elicits({ confirm })
    .task('required')
    .execute(function* (_, ctx) {
      trace('body', undefined)
      const sure = yield* ctx.elicit('confirm', { message: 'Go?' })
      return yield* ctx.step('charge', () => trace('charge', sure.action))
    })
    .build()

  const admin = createMcpTool('admin')
    .execute(function* () {
      return trace('body', 'administered')
    })
    .build()

  const echo = createMcpTool('echo')
    .parameters(z.looseObject({}))
    .execute(function* (args) {
      return trace('body', Object.keys(args).join())
    })
    .build()

  const prompt = createMcpPrompt('order', {
    arguments: { item: { required: true } },
    elicits: { confirm },
    *messages({ item }, ctx) {
      trace('body', undefined)
      const { action } = yield* ctx.elicit('confirm', { message: 'Really?' })
      return [{ role: 'user', content: { type: 'text', text: `${item} ${action}` } }]
    },
  })

  const server = serveMcp({
    name: 'target',
    version: '1.0.0',
    // So that both are asked: the client where it can, and otherwise the server's model.
    sampling: 'client-first',
    tools: [
      order('order'),
      order('other'),
      order('stored', 'stored'),
      order('strict', 'auto', true),
      errand,
      admin,
      echo,
    ],
    prompts: [prompt],
    resources: [
      {
        name: 'page',
        uriTemplate: 'test://{page}',
        read: (uri: string) => trace('body', uri),
        complete: { page: (value) => [`${value}1`] },
      },
    ],
    store: createSqliteStore(':memory:'),
    model: {
      id: 'ours',
      answer: async () => trace('model', { content: { type: 'text' as const, text: 'thanks' }, model: 'ours' }),
    },
    auth: createTokenAuth({
      resource: 'http://127.0.0.1/mcp',
      authorizationServers: ['http://127.0.0.1/issuer'],
      verify: matchTokens({
        [ALICE]: { principal: 'alice', scopes: ['admin'] },
        [BOB]: { principal: 'bob', scopes: [] },
      }),
      scopesFor: (tool) => (tool === 'admin' ? ['admin'] : []),
    }),
    ...options,
  })
  const { url, close } = await server.listen()
  return {
    url,
    ran,
    async [Symbol.asyncDispose]() {
      await Promise.all([server.close(), close()])
    },
  }
}
