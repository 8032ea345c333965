import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { SCHEMA_TOOL } from '../../tools/sample.ts'
import { hi } from '../fixtures/answers.ts'
import { ask, textOf } from '../fixtures/ask.ts'
import { listen, nowhere } from '../fixtures/loopback.ts'
import { fromLanguageModel } from '../language-model.ts'
import { ollama } from './ollama.ts'

/** Without retries: each test counts the requests. */
async function load(url: string) {
  const models = await ollama.load({ apiKey: undefined, baseUrl: url })
  return fromLanguageModel(models('qwen3'), { traits: ollama.traits })
}

test('Ollama is called once for a structured reply, even if the reply does not match its schema', async () => {
  const answer = { ...hi.ollama, message: { role: 'assistant', content: '{"move":"four"}' } }
  await using server = await listen(() => ({ body: answer }))
  const inputSchema = { type: 'object', properties: { move: { type: 'integer' } }, required: ['move'] }
  const { content } = await ask(await load(server.url), { tools: [{ name: SCHEMA_TOOL, inputSchema }] })
  expect(content).toMatchObject([{ type: 'tool_use', name: SCHEMA_TOOL, input: { move: 'four' } }])
  expect(server.received.map(({ body }) => body.format)).toMatchObject([{ type: 'object', required: ['move'] }])
})

test.each([
  [404, 'configuration', 'model "qwen3" not found'],
  [429, 'limited', 'too many'],
  [500, 'unavailable', 'broken'],
])('a status %i from Ollama becomes a ModelError %s with the message of the server', async (status, code, error) => {
  await using server = await listen(() => ({ status, headers: { 'retry-after': '2' }, body: { error } }))
  await expect(load(server.url).then(ask)).rejects.toMatchObject({
    code,
    retryAfter: 2000,
    message: expect.stringContaining(error),
  })
})

test('a reply of Ollama that is not JSON is malformed', async () => {
  await using server = await listen(() => ({ body: '{"model":' }))
  await expect(load(server.url).then(ask)).rejects.toMatchObject({ code: 'malformed' })
})

test.each([
  ['a reply', 'application/json'],
  ['a stream', 'application/x-ndjson'],
])('long tool arguments in %s of Ollama that are not JSON are malformed, and are not repaired', async (_, type) => {
  const call = { function: { name: 'move', arguments: '{\n'.repeat(60_000) } }
  const body = JSON.stringify({ ...hi.ollama, message: { role: 'assistant', content: '', tool_calls: [call] } })
  await using server = await listen((_, response) => {
    response.writeHead(200, { 'content-type': type }).end(`${body}\n`)
    return undefined
  })
  const tools = [{ name: 'move', inputSchema: { type: 'object' } }]
  const begun = performance.now()
  await expect(ask(await load(server.url), { tools })).rejects.toMatchObject({ code: 'malformed' })
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('an Ollama that is not running is unavailable', async () => {
  await expect(load(await nowhere()).then(ask)).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['whole', undefined],
  ['streamed', () => {}],
])('an abort closes the connection to Ollama: %s', async (_, onPart) => {
  const asked = Promise.withResolvers<ServerResponse>()
  await using server = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`${JSON.stringify({ ...hi.ollama, done: false })}\n`)
    asked.resolve(response)
    return undefined
  })
  const model = await load(server.url)
  const stop = new AbortController()
  const question = { role: 'user', content: { type: 'text', text: 'hello' } } as const
  const answer = model.answer({ messages: [question] }, { signal: stop.signal, ...(onPart && { onPart }) })
  const response = await asked.promise
  const closed = once(response, 'close')
  stop.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
  await closed
  expect(response.writableEnded).toBe(false)
})

test('aborting one call to Ollama leaves the others running', async () => {
  const responses: ServerResponse[] = []
  const both = Promise.withResolvers<void>()
  await using server = await listen((_, response) => {
    responses.push(response)
    if (responses.length === 2) both.resolve()
    return undefined
  })
  const model = await load(server.url)
  const stop = new AbortController()
  const question = { role: 'user', content: { type: 'text', text: 'hello' } } as const
  const stopped = model.answer({ messages: [question] }, { signal: stop.signal })
  const other = ask(model)
  await both.promise
  stop.abort()
  await expect(stopped).rejects.toThrow('aborted')
  for (const response of responses) response.end(JSON.stringify(hi.ollama))
  expect(textOf(await other)).toBe('hi')
})

test('Ollama lists the installed models without embedding models', async () => {
  const models = [
    { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
    { name: 'qwen3:8b', details: { family: 'qwen3' } },
    { name: 'gemma3:4b' },
  ]
  await using server = await listen(() => ({ body: { models } }))
  const installed = await ollama.local!.installed({ apiKey: undefined, baseUrl: `${server.url}/v1` })
  expect(installed).toEqual(['qwen3:8b', 'gemma3:4b'])
  expect(server.received[0]!.path).toBe('/api/tags')
})

test('an Ollama without models, and one that is not running, say what to do', async () => {
  await using server = await listen(() => ({ body: { models: [] } }))
  const look = (baseUrl: string) => ollama.local!.installed({ apiKey: undefined, baseUrl })
  await expect(look(server.url)).rejects.toThrow('ollama pull')
  await expect(look(await nowhere())).rejects.toThrow(/no server answers at http:\S+; start Ollama/)
})
