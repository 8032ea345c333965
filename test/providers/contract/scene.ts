import type { McpMessage, SampleReply } from '@sweatpants/framework'
import { type Model, ModelError, type ModelRequest, type ReplyPart } from '@sweatpants/framework/models'
import { expect } from 'vitest'
import { problemsOf, type Turn } from '../turns.ts'
import type { Said, Wire } from '../wire.ts'
import { serveWire, type WireServer } from '../wire-server.ts'

export interface ProviderUnderTest {
  wire: Wire
  /** A model of the provider that is reached at this URL. */
  model(baseUrl: string): Model | Promise<Model>
  /** How it is best asked for data. */
  structured: 'native' | 'tool'
  /** Whether it can be given tools. */
  tools: boolean
  /** The conversation in a request. */
  turns(body: unknown): Turn[]
  /** Whether its thoughts are heard, and what a request that tells it of them holds; absent where it has none. */
  thoughts?: { aloud: boolean; told: string[] }
}

interface Scene {
  server: WireServer
  model: Model
  ask(request: ModelRequest): Promise<SampleReply>
  /** The same, and what was heard of it meanwhile. */
  stream(request: ModelRequest): Promise<{ reply: SampleReply; parts: ReplyPart[] }>
}

/** Plays a scene between a model and its provider. What the provider was sent must be what its documentation says. */
export async function stage(provider: ProviderUnderTest, play: (scene: Scene) => Promise<void>): Promise<void> {
  await using server = await serveWire(provider.wire)
  const model = await provider.model(server.baseUrl)
  const { signal } = new AbortController()
  await play({
    server,
    model,
    ask: (request) => model.answer(request, { signal }),
    async stream(request) {
      const parts: ReplyPart[] = []
      const reply = await model.answer(request, { signal, onPart: (part) => parts.push(part) })
      return { reply, parts }
    },
  })
  expect(server.violations).toEqual([])
  expect(server.requests.flatMap(({ body }) => problemsOf(provider.turns(body)))).toEqual([])
  expect(server.left()).toBe(0)
}

export const SPOKEN = 'alpha beta gamma'
export const PARTS = ['alpha', ' beta', ' gamma'].map((text): ReplyPart => ({ type: 'text', text }))
export const THOUGHT = 'Let me think.'

export const user = (text: string): McpMessage => ({ role: 'user', content: { type: 'text', text } })
export const HELLO: ModelRequest = { messages: [user('Hello')] }

/** As much of a request as an answer to it repeats. */
export const BODY = { model: 'loopback' }

export const say = (said: Said, trickle = false) => ({ type: 'say', said, trickle }) as const

export const blocks = (reply: SampleReply) => [reply.content].flat()

/** The last request, as it came. */
export const last = ({ requests }: WireServer): string => JSON.stringify(requests.at(-1)?.body)

/** A reply without what a provider makes anew each time: the metadata of the call, and ids. */
export const comparable = ({ _meta, ...reply }: SampleReply): unknown =>
  JSON.parse(JSON.stringify(reply).replaceAll(/[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}/g, 'id'))

export async function failure(answer: Promise<unknown>): Promise<ModelError> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}
