import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStoreFile, launchNodes, openScene, type ServerProcess } from './mcp/scene.ts'
import { createTemporarySchema, startPostgres } from './postgres.ts'

type OnElicit = (message: string) => Promise<unknown>

interface Caller {
  /** `onEvent` is called at each event of the call's stream that the client can resume after. */
  call(name: string, onEvent?: () => void): Promise<{ content: { text: string }[] }>
  list(): Promise<unknown>
}

/** Sends every request to the server that was started last, as a proxy in front of them does. */
class Front {
  server: ServerProcess | undefined
  readonly fetch = async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(address)
    return fetch(new URL(pathname + search, this.server!.url), init)
  }
}

const reconnectionOptions = {
  initialReconnectionDelay: 100,
  maxReconnectionDelay: 300,
  reconnectionDelayGrowFactor: 1.2,
  maxRetries: 100,
}
const capabilities = { elicitation: { form: {} } }
const textOf = ({ content }: { content: { text: string }[] }): string => content[0]!.text

const clients: Record<string, (front: Front, onElicit: OnElicit) => Promise<Caller>> = {
  async 'client 1.x'({ server, fetch }, onElicit) {
    const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities })
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => onElicit(params.message) as never)
    const transport = new TransportV1(new URL(server!.url), { fetch, reconnectionOptions })
    await client.connect(transport as Parameters<ClientV1['connect']>[0])
    onTestFinished(() => client.close())
    return {
      call: (name, onresumptiontoken) => client.callTool({ name }, undefined, { onresumptiontoken }) as never,
      list: () => client.listTools(),
    }
  },
  async 'client 2.x in its 2025 mode'({ server, fetch }, onElicit) {
    const client = new Client({ name: 'v2', version: '1' }, { capabilities, versionNegotiation: { mode: 'legacy' } })
    client.setRequestHandler('elicitation/create', ({ params }) => onElicit(params.message) as never)
    await client.connect(new StreamableHTTPClientTransport(new URL(server!.url), { fetch, reconnectionOptions }))
    onTestFinished(() => client.close())
    return {
      call: (name, onresumptiontoken) => client.callTool({ name }, { onresumptiontoken }) as never,
      list: () => client.listTools(),
    }
  },
}

/** The person: says which questions came, and answers when told to. */
function createPerson() {
  const asked: string[] = []
  const waiting: ((answer: unknown) => void)[] = []
  let arrived = Promise.withResolvers<void>()
  return {
    asked,
    onElicit(message: string): Promise<unknown> {
      asked.push(message)
      const { promise, resolve } = Promise.withResolvers<unknown>()
      waiting.push(resolve)
      arrived.resolve()
      return promise
    },
    async answer(text: string): Promise<void> {
      await arrived.promise
      arrived = Promise.withResolvers()
      waiting.shift()!({ action: 'accept', content: { text } })
    },
    arrived: () => arrived.promise,
  }
}

const LEASE = '1000'

describe.each(Object.entries(clients))('the session of the official %s', (_, connect) => {
  it('V2 V3 goes on at the next process, when its server is killed at a question', async () => {
    await using scene = await openScene(launchNodes({ STORE: createStoreFile(), LEASE }))
    const front = new Front()
    front.server = await scene.serve()
    const person = createPerson()
    const client = await connect(front, person.onElicit)
    let event = Promise.withResolvers<void>()
    const result = client.call('booking', () => event.resolve())
    await person.answer('1A')
    await person.arrived()
    for (const isResumed of [true, false]) {
      await front.server.kill()
      event = Promise.withResolvers()
      front.server = await scene.serve()
      // Before the first event of a stream that they resume, official clients forget from where, if its server is killed again.
      if (isResumed) await event.promise
    }
    await person.answer('yes')
    await person.answer('well')
    expect(textOf(await result)).toBe('book 1A, rated accept')
    // No question was asked twice, and no step ran twice.
    expect(person.asked).toEqual(['Which seat?', 'Book 1A?', 'How was it?'])
    expect(scene.world.counts).toEqual({ search: 1, hold: 1, book: 1, mail: 1 })
    await client.list()
  })

  it('goes on when its server is terminated and another one starts', async () => {
    await using scene = await openScene(launchNodes({ STORE: createStoreFile(), LEASE: '60000', CLOSES: '1' }))
    const front = new Front()
    front.server = await scene.serve()
    const person = createPerson()
    const client = await connect(front, person.onElicit)
    const result = client.call('booking')
    await person.arrived()
    await front.server.terminate()
    front.server = await scene.serve()
    await person.answer('1A')
    await person.answer('yes')
    await person.answer('well')
    expect(textOf(await result)).toBe('book 1A, rated accept')
    expect(scene.world.counts).toEqual({ search: 1, hold: 1, book: 1, mail: 1 })
  })

  it('fails a call at once that was lost with its server', async () => {
    await using scene = await openScene(launchNodes({ STORE: createStoreFile(), LEASE }))
    const front = new Front()
    front.server = await scene.serve()
    const client = await connect(front, createPerson().onElicit)
    scene.world.hold('search')
    const result = client.call('quick_booking').then(
      () => 'done',
      (error: Error) => error.message,
    )
    // From a second on the response is a stream that the client can resume.
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    await front.server.kill()
    front.server = await scene.serve()
    expect(await result).toContain('has lost this call')
  })
})

it('a session on Postgres, encrypted, goes on at the next process, and the database has no words of it in clear', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const { schema } = createTemporarySchema(postgres.url)
  const onPostgres = { STORE: postgres.url, SCHEMA: schema, STORE_KEY: 'k'.repeat(32), LEASE }
  await using scene = await openScene(launchNodes(onPostgres))
  const front = new Front()
  front.server = await scene.serve()
  const person = createPerson()
  const client = await clients['client 1.x']!(front, person.onElicit)
  const result = client.call('booking')
  await person.answer('1A')
  await person.arrived()
  await front.server.kill()
  front.server = await scene.serve()
  await person.answer('yes')
  await person.answer('well')
  expect(textOf(await result)).toBe('book 1A, rated accept')
  expect(person.asked).toEqual(['Which seat?', 'Book 1A?', 'How was it?'])
  expect(scene.world.counts).toEqual({ search: 1, hold: 1, book: 1, mail: 1 })

  const store = await createPostgresStore({ url: postgres.url, schema })
  onTestFinished(() => store.close())
  const sessions = store.log('session')
  const [session] = await sessions.list(undefined)
  const stored = (await sessions.read(session!.id, 0)).map(({ event }) => event)
  expect(stored.length).toBeGreaterThan(8)
  expect(stored.every((event) => typeof event === 'string' && event.startsWith('encrypted1.'))).toBe(true)
})
