import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createMemoryStore } from '../log/memory.ts'
import { accept, createCuttableJournal, createScriptedPeer, silence } from '../testing/index.ts'
import { createMcpTool } from '../tools/builder.ts'
import { succeeded } from '../tools/outcome.ts'
import { runTool } from '../tools/run-tool.ts'
import { type CallTaskOptions, callTask, type TaskQuestion } from './connect/call-task.ts'
import { connectMcp } from './connect/connect-mcp.ts'
import { withTasks } from './connect/task-transport.ts'
import { serveMcp } from './serve.ts'

const word = { response: z.object({ word: z.string().max(9) }) }

function createTools() {
  const done: string[] = []
  const order = createMcpTool('order')
    .task('required')
    .elicits({ size: word, colour: word })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('reserve', () => done.push('reserve'))
        yield* ctx.notify('Reserved')
        const [size, colour] = yield* ctx.all([
          ctx.elicit('size', { message: 'Which size?' }),
          ctx.elicit('colour', { message: 'Which colour?' }),
        ])
        if (size.action !== 'accept' || colour.action !== 'accept') return 'nothing'
        return `${size.content.word} ${colour.content.word}`
      } finally {
        yield* ctx.step('tidy', () => done.push('tidy'))
      }
    })
    .build()
  const fails = createMcpTool('fails')
    .task('required')
    .execute(function* () {
      throw new Error('no stock')
    })
    .build()
  const plain = createMcpTool('plain')
    .execute(function* () {
      return 'at once'
    })
    .build()
  const brief = createMcpTool('brief')
    .task('required')
    .elicits({ size: { ...word, expiresIn: 3_000 } })
    .execute(function* (_, ctx) {
      const size = yield* ctx.elicit('size', { message: 'Which size?' })
      return size.action === 'cancel' ? size.reason : size.action
    })
    .build()
  return { done, tools: [order, fails, plain, brief] }
}

/** A server that can be started again at its address, with a store that outlives it. */
async function openShop() {
  const { done, tools } = createTools()
  const store = createMemoryStore()
  const kept = { ...store, close: async () => {} }
  const start = async (port = 0) => {
    const server = serveMcp({ name: 'shop', version: '1', tools, store: kept, leaseTtl: 500, onError() {} })
    return { server, ...(await server.listen({ port })) }
  }
  let running = await start()
  const { url } = running
  onTestFinished(async () => {
    await running.server.close()
    await store.close()
  })
  return {
    done,
    url,
    async restart() {
      await running.close()
      await running.server.close()
      running = await start(Number(new URL(url).port))
    },
  }
}

async function openClient(url: string, carry = withTasks): Promise<Client> {
  const extensions = { 'io.modelcontextprotocol/tasks': {} }
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} }, extensions }, versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(carry(new StreamableHTTPClientTransport(new URL(url))))
  onTestFinished(() => client.close())
  return client
}

const say = (said: string) => ({ action: 'accept', content: { word: said } })
const answers: Record<string, string> = { 'Which size?': 'large', 'Which colour?': 'red' }
// A message that is sent again begins with why the last answer was refused.
const onQuestion: CallTaskOptions['onQuestion'] = ({ params }) =>
  say(Object.entries(answers).find(([question]) => String(params.message).includes(question))![1])
const textOf = ({ content }: { content: readonly object[] }) => (content[0] as { text: string } | undefined)?.text

test('a task is created, answered and awaited', async () => {
  const { url, done } = await openShop()
  const client = await openClient(url)
  const asked: TaskQuestion[] = []
  const said: string[] = []
  const result = await callTask(
    client,
    { name: 'order' },
    {
      onQuestion(question, signal) {
        asked.push(question)
        return onQuestion(question, signal)
      },
      onStatus: (message) => said.push(message),
    },
  )
  expect(textOf(result)).toBe('large red')
  expect(asked.map(({ method, params }) => [method, params.message])).toEqual([
    ['elicitation/create', 'Which size?'],
    ['elicitation/create', 'Which colour?'],
  ])
  expect(said).toEqual(['Reserved'])
  expect(done).toEqual(['reserve', 'tidy'])
})

test('an answer that is refused is asked for again', async () => {
  const { url } = await openShop()
  const client = await openClient(url)
  const asked: string[] = []
  const result = await callTask(
    client,
    { name: 'order' },
    {
      onQuestion(question, signal) {
        asked.push(question.key)
        return asked.length === 1 ? say('far too large') : onQuestion(question, signal)
      },
    },
  )
  expect(textOf(result)).toBe('large red')
  expect(asked).toHaveLength(3)
})

test('a client that is started anew goes on with the task by its id, also after a restart of the server', async () => {
  const { url, done, restart } = await openShop()
  const leave = new Error('the client ends')
  const ids: string[] = []
  const first = await openClient(url)
  const left = callTask(
    first,
    { name: 'order' },
    { onTask: (taskId) => void ids.push(taskId), onQuestion: () => Promise.reject(leave) },
  )
  await expect(left).rejects.toBe(leave)
  await first.close()
  await restart()
  expect(textOf(await callTask(await openClient(url), { taskId: ids[0]! }, { onQuestion }))).toBe('large red')
  expect(done).toEqual(['reserve', 'tidy'])
})

test('a call whose server restarts meanwhile goes on', async () => {
  const { url, done, restart } = await openShop()
  const client = await openClient(url)
  let restarted: Promise<void> | undefined
  const result = await callTask(
    client,
    { name: 'order' },
    {
      async onQuestion(question, signal) {
        restarted ??= restart()
        await restarted
        return onQuestion(question, signal)
      },
    },
  )
  expect(textOf(result)).toBe('large red')
  expect(done).toEqual(['reserve', 'tidy'])
})

test('an aborted call cancels its task, and finally runs on the server', async () => {
  const { url, done } = await openShop()
  const client = await openClient(url)
  const abort = new AbortController()
  const reason = new Error('the user left')
  const onQuestion = () => {
    abort.abort(reason)
    return new Promise<never>(() => {})
  }
  await expect(callTask(client, { name: 'order' }, { onQuestion, signal: abort.signal })).rejects.toBe(reason)
  await expect.poll(() => done).toEqual(['reserve', 'tidy'])
})

test('a question without onQuestion is an error that names it, and the task waits on', async () => {
  const { url } = await openShop()
  const client = await openClient(url)
  const ids: string[] = []
  const call = callTask(client, { name: 'order' }, { onTask: (taskId) => void ids.push(taskId) })
  await expect(call).rejects.toThrow(/asks by elicitation\/create \("Which size\?"\).*pass `onQuestion`/)
  expect(textOf(await callTask(client, { taskId: ids[0]! }, { onQuestion }))).toBe('large red')
})

test('a tool that fails has an error result, and a tool without a task has an ordinary one', async () => {
  const { url } = await openShop()
  const client = await openClient(url)
  expect(await callTask(client, { name: 'fails' })).toMatchObject({ isError: true, content: [{ text: 'no stock' }] })
  expect(textOf(await callTask(client, { name: 'plain' }))).toBe('at once')
})

test('a transport that does not carry tasks is refused', async () => {
  const { url } = await openShop()
  const client = await openClient(url, (transport) => transport)
  await expect(callTask(client, { name: 'order' })).rejects.toThrow('client.connect(withTasks(transport))')
})

test('a hosted tool that runs as a task asks as a tool of ours, and goes on when our process died at its question', async () => {
  const { url, done } = await openShop()
  const journal = createCuttableJournal()
  const first = await connectMcp({ url, onError() {} })
  const find = ({ tools }: typeof first) => tools.find(({ name }) => name === 'order')!
  const silent = createScriptedPeer({ answers: { size: silence(), colour: silence() } })
  const parked = await runTool(find(first), {}, { peer: silent, journal })
  expect(parked).toMatchObject({ type: 'parked', questions: [{ key: 'size' }, { key: 'colour' }] })
  await first.close()

  await using second = await connectMcp({ url, onError() {} })
  const peer = createScriptedPeer({ answers: { size: accept({ word: 'large' }), colour: accept({ word: 'red' }) } })
  const result = await runTool(find(second), {}, { peer, journal: journal.reopen() })
  expect(result).toMatchObject({ type: 'completed', value: { blocks: [{ text: 'large red' }] } })
  expect(done).toEqual(['reserve', 'tidy'])
})

test('a hosted task is cancelled with the run that calls it', async () => {
  const { url, done } = await openShop()
  await using shop = await connectMcp({ url, onError() {} })
  const abort = new AbortController()
  const peer = createScriptedPeer({ answers: { size: silence(), colour: silence() } })
  const order = shop.tools.find(({ name }) => name === 'order')!
  const parked = await runTool(order, {}, { peer, signal: abort.signal })
  abort.abort()
  expect(parked.type === 'parked' && (await parked.resume())).toMatchObject({ type: 'cancelled' })
  await expect.poll(() => done).toEqual(['reserve', 'tidy'])
})

test('a question of a hosted task that expires is withdrawn, and the call ends with the task', async () => {
  const { url } = await openShop()
  await using shop = await connectMcp({ url, onError() {} })
  const brief = shop.tools.find(({ name }) => name === 'brief')!
  const asked: string[] = []
  const result = await runTool(
    brief,
    {},
    {
      peer: {
        answer(effect, signal) {
          if (effect.type !== 'elicit') return succeeded(undefined)
          asked.push(effect.message)
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
          )
        },
      },
    },
  )
  expect(asked).toEqual(['Which size?'])
  expect(result).toMatchObject({ type: 'completed', value: { blocks: [{ text: 'expired' }] } })
})
