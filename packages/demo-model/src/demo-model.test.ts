import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { rolldown } from 'rolldown'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDemoModel } from './demo-model.ts'
import { tool as offer, user } from './fixtures/ask.ts'

const hello = { prompt: [user('Hello there')] }
const sum = {
  prompt: [user('what is 2 + 3?')],
  tools: [offer('calculator', 'Calculates', { expression: { type: 'string' } })],
}

async function read(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

const textOf = (parts: readonly LanguageModelV4StreamPart[]): string =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')

describe('an answer', () => {
  test('says once in a conversation that it is from a demo model', async () => {
    const say = async (prompt: LanguageModelV4Message[]) => {
      const [part] = (await createDemoModel().doGenerate({ prompt })).content
      return part?.type === 'text' ? part.text : ''
    }
    const first = await say([user('Reply with one of a, b.')])
    expect(first).toMatch(/^[ab] \(demo model, offline\)$/)
    const said = { role: 'assistant' as const, content: [{ type: 'text' as const, text: first }] }
    expect(await say([user('Reply with one of a, b.'), said, user('Reply with one of c, d.')])).toMatch(/^[cd]$/)
    const greeted = await say(hello.prompt)
    expect(greeted).toMatch(/^Hello! I am a demo model/)
    expect(greeted.match(/demo/g)).toHaveLength(1)
    expect(createDemoModel()).toMatchObject({ provider: 'demo', modelId: 'demo' })
  })

  test('is the same for the same seed and prompt, including ids and usage', async () => {
    const twice = await Promise.all([createDemoModel().doGenerate(sum), createDemoModel().doGenerate(sum)])
    expect(twice[0]).toEqual(twice[1])
    expect(twice[0].usage).toMatchObject({
      inputTokens: { total: expect.any(Number) },
      outputTokens: { total: expect.any(Number) },
    })
    const other = await createDemoModel({ seed: 'other' }).doGenerate(sum)
    expect(other.response?.id).not.toBe(twice[0].response?.id)
  })

  test('is cut off at the maximum of tokens', async () => {
    const { content, finishReason } = await createDemoModel().doGenerate({ ...hello, maxOutputTokens: 3 })
    expect(content).toEqual([{ type: 'text', text: 'Hello! I am ' }])
    expect(finishReason.unified).toBe('length')
  })
})

describe('a stream', () => {
  afterEach(() => void vi.useRealTimers())

  test('has the same content as the whole answer', async () => {
    const model = createDemoModel({ pace: 'instant' })
    for (const options of [hello, sum]) {
      const { content, finishReason, usage } = await model.doGenerate(options)
      const parts = await read((await model.doStream(options)).stream)
      const [whole] = content
      if (whole?.type === 'text') expect(textOf(parts)).toBe(whole.text)
      else expect(parts).toContainEqual(whole)
      expect(parts[0]).toEqual({ type: 'stream-start', warnings: [] })
      expect(parts.at(-1)).toEqual({ type: 'finish', finishReason, usage })
    }
  })

  test('sends one word every 25 to 40 milliseconds', async () => {
    vi.useFakeTimers()
    const { stream } = await createDemoModel().doStream(hello)
    const start = Date.now()
    const times: number[] = []
    const reading = (async () => {
      for await (const part of stream) if (part.type === 'text-delta') times.push(Date.now() - start)
    })()
    await vi.runAllTimersAsync()
    await reading
    expect(times.length).toBeGreaterThan(10)
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0))
    for (const gap of gaps) expect(gap).toSatisfy((gap: number) => gap >= 25 && gap <= 40)
    expect(new Set(gaps).size).toBeGreaterThan(3)
  })

  test('ends on an abort and clears its timer', async () => {
    vi.useFakeTimers()
    const abort = new AbortController()
    const { stream } = await createDemoModel().doStream({ ...hello, abortSignal: abort.signal })
    const reading = read(stream)
    const failed = expect(reading).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(100)
    expect(vi.getTimerCount()).toBe(1)
    abort.abort(new Error('enough'))
    await failed
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends when its reader is cancelled and clears its timer', async () => {
    vi.useFakeTimers()
    const { stream } = await createDemoModel().doStream(hello)
    const reader = stream.getReader()
    for (let part = await reader.read(); part.value?.type !== 'text-start'; ) part = await reader.read()
    const next = reader.read()
    await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(1)
    await reader.cancel()
    expect(await next).toMatchObject({ done: true })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not start after an abort', async () => {
    const left = AbortSignal.abort(new Error('left'))
    await expect(createDemoModel().doStream({ ...hello, abortSignal: left })).rejects.toThrow('left')
    await expect(createDemoModel().doGenerate({ ...hello, abortSignal: left })).rejects.toThrow('left')
  })
})

describe('the AI SDK', () => {
  const calculator = tool({
    description: 'Calculates',
    inputSchema: jsonSchema<{ expression: string }>({
      type: 'object',
      properties: { expression: { type: 'string' } },
      required: ['expression'],
    }),
    execute: ({ expression }) => `${expression} = five`,
  })
  const settings = { tools: { calculator }, prompt: 'what is 2 + 3?', stopWhen: stepCountIs(5) }

  test('runs tools with the demo model', async () => {
    const { text, steps } = await generateText({ model: createDemoModel(), ...settings })
    expect(text).toBe('2 + 3 = five. (demo model, offline)')
    expect(steps).toHaveLength(2)
  })

  test('streams the demo model', async () => {
    const { text } = streamText({ model: createDemoModel({ pace: 'instant' }), ...settings })
    expect(await text).toBe('2 + 3 = five. (demo model, offline)')
  })
})

test('the demo model bundles for a browser without a Node built-in', async () => {
  const outside: string[] = []
  await using bundle = await rolldown({
    input: join(import.meta.dirname, 'demo-model.ts'),
    platform: 'browser',
    plugins: [
      {
        name: 'find-node-built-ins',
        resolveId(specifier) {
          if (!isBuiltin(specifier)) return null
          outside.push(specifier)
          return { id: specifier, external: true }
        },
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm' })
  expect(outside).toEqual([])
  expect(output[0].exports).toEqual(['createDemoModel'])
})
