import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createTool } from '../tools/browser-tool.ts'
import { createMcpTool } from '../tools/builder.ts'
import { StepError, ToolInputError } from '../tools/errors.ts'
import { createMemoryJournal } from '../tools/journal.ts'
import type { McpTool } from '../tools/tool.ts'
import { accept, cancel, decline, silence } from './answers.ts'
import { createVirtualClock } from './clock.ts'
import { createCuttableJournal } from './cuttable-journal.ts'
import { runScript } from './script.ts'
import { ScriptError } from './script-error.ts'
import { inOrder } from './steps.ts'

const Flight = z.object({ id: z.string() })

const bookFlight = createMcpTool('book_flight')
  .parameters(z.object({ to: z.string(), seats: z.number().default(1) }))
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string().min(3), cabin: z.enum(['eco', 'first']).optional() }),
      context: z.object({ flights: z.array(Flight) }),
    },
    confirm: { response: z.object({ ok: z.boolean() }), mustAsk: true },
  })
  .execute(function* ({ to }, ctx) {
    const flights: z.infer<typeof Flight>[] = yield* ctx.step('search', () => [{ id: `real-${to}` }])
    yield* ctx.log('info', `${flights.length} flights`)
    const pick = yield* ctx.elicit('pickFlight', { message: 'Which one?', flights })
    if (pick.action !== 'accept') return { cancelled: pick.action }
    const sure = yield* ctx.elicit('confirm', { message: `Book ${pick.content.flightId}?` })
    if (sure.action !== 'accept' || !sure.content.ok) return { cancelled: 'unsure' }
    yield* ctx.notify('booking', 0.5)
    return { reference: yield* ctx.step('book', () => 'real', { once: true }) }
  })
  .build()

const poet = createMcpTool('poet')
  .execute(function* (_, ctx) {
    const { text } = yield* ctx.sample({ prompt: 'A word, please.' })
    return text
  })
  .build()

const rejection = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.fail(`expected a rejection, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )

describe('a script', () => {
  test('answers everything a tool asks, and the transcript tells it in its order', async () => {
    const { value, transcript } = await runScript(
      bookFlight,
      { to: 'LIS' },
      {
        steps: { book: { code: 'X1' } },
        answers: { pickFlight: accept({ flightId: 'TP533', cabin: 'eco' }), confirm: accept({ ok: true }) },
      },
    )
    expect(value).toEqual({ reference: { code: 'X1' } })
    expect(transcript).toStrictEqual([
      { type: 'step', name: 'search', value: [{ id: 'real-LIS' }] },
      { type: 'log', level: 'info', message: '1 flights' },
      {
        type: 'elicit',
        id: 'pickFlight',
        key: 'pickFlight',
        message: 'Which one?',
        context: { flights: [{ id: 'real-LIS' }] },
        answer: { action: 'accept', content: { flightId: 'TP533', cabin: 'eco' } },
      },
      {
        type: 'elicit',
        id: 'confirm',
        key: 'confirm',
        message: 'Book TP533?',
        context: {},
        answer: { action: 'accept', content: { ok: true } },
      },
      { type: 'notify', message: 'booking', progress: 0.5 },
      { type: 'step', name: 'book', value: { code: 'X1' } },
    ])
  })

  test.each([
    ['decline', decline()],
    ['cancel', cancel()],
  ])('can %s', async (action, answer) => {
    const { value } = await runScript(bookFlight, { to: 'LIS' }, { answers: { pickFlight: answer } })
    expect(value).toEqual({ cancelled: action })
  })

  test('answers by a function of the question, as often as it is asked', async () => {
    const tool = createMcpTool('echo')
      .elicits({ name: { response: z.object({ name: z.string() }) } })
      .execute(function* (_, ctx) {
        const names: string[] = []
        for (const message of ['a', 'b', 'c']) {
          const answer = yield* ctx.elicit('name', { message })
          if (answer.action === 'accept') names.push(answer.content.name)
        }
        return names
      })
      .build()
    const { value } = await runScript(
      tool,
      {},
      { answers: { name: ({ id, message }) => accept({ name: id + message }) } },
    )
    expect(value).toEqual(['namea', 'name#2b', 'name#3c'])
  })

  test('gives the answers of a list in the order in which the questions of all branches are opened', async () => {
    const tool = createMcpTool('both')
      .elicits({ side: { response: z.object({ side: z.string() }) } })
      .execute(function* (_, ctx) {
        const ask = (message: string) =>
          ctx.branch(function* (own) {
            const answer = yield* own.elicit('side', { message })
            return answer.action === 'accept' ? `${message} ${answer.content.side}` : message
          })
        return yield* ctx.all([ask('one'), ask('two')])
      })
      .build()
    const script = { answers: { side: [accept({ side: 'left' }), accept({ side: 'right' })] } }
    const { value, transcript } = await runScript(tool, {}, script)
    expect(value).toEqual(['one left', 'two right'])
    expect(transcript).toMatchObject([{ id: '1/side' }, { id: '2/side' }])
  })

  test('is asked again when an answer is refused, and both are in the transcript (R7)', async () => {
    const { transcript } = await runScript(
      bookFlight,
      { to: 'LIS' },
      { answers: { pickFlight: [accept({ flightId: 'x' }), decline()] } },
    )
    const answers = transcript.filter(({ type }) => type === 'elicit')
    expect(answers).toMatchObject([{ answer: accept({ flightId: 'x' }) }, { answer: decline() }])
  })

  test('answers the browser half of a createTool tool by its key', async () => {
    const tool = createTool('pick_card')
      .description('Pick a card')
      .handoff({
        *before() {
          return { cards: ['ace', 'king'] }
        },
        *client() {
          return { card: 'never used: a script answers instead' }
        },
        *after({ cards }, { card }) {
          return cards.includes(card)
        },
      })
      .build()
    const { value, transcript } = await runScript(tool, {}, { answers: { __handoff__: accept({ card: 'king' }) } })
    expect(value).toBe(true)
    expect(transcript).toMatchObject([{ key: '__handoff__', message: 'Pick a card' }])
  })
})

describe('a script that is silent', () => {
  const patient = createMcpTool('patient')
    .elicits({ now: { response: z.object({}), expiresIn: 60_000 }, ever: { response: z.object({}) } })
    .execute(function* (_, ctx) {
      return yield* ctx.elicit('now', { message: 'Now?' })
    })
    .build()

  test('lets a question expire', async () => {
    const clock = createVirtualClock(0)
    const { value, transcript } = await runScript(patient, {}, { clock, answers: { now: silence() } })
    expect(value).toEqual({ action: 'cancel', reason: 'expired' })
    expect(clock.now()).toBe(60_000)
    expect(transcript).toMatchObject([{ type: 'elicit', key: 'now', answer: { action: 'none' } }])
  })

  test('lets a question lose its race', async () => {
    const tool = createMcpTool('racer')
      .elicits({ ever: { response: z.object({}) } })
      .execute(function* (_, ctx) {
        const asked = ctx.elicit('ever', { message: 'Ever?' })
        return yield* ctx.race([asked, ctx.sleep(86_400_000)])
      })
      .build()
    expect(await runScript(tool, {}, { answers: { ever: silence() } })).toMatchObject({ value: undefined })
  })

  test('does not wait for ever', async () => {
    const tool = createMcpTool('waiter')
      .elicits({ ever: { response: z.object({}) } })
      .execute((_, ctx) => ctx.elicit('ever', { message: 'Ever?' }))
      .build()
    const error = await rejection(runScript(tool, {}, { answers: { ever: silence() } }))
    expect(error).toBeInstanceOf(ScriptError)
    expect(String(error)).toContain('the tool waits for "ever"')
  })
})

describe('a scripted model', () => {
  test('speaks in the order of its samples', async () => {
    const tool = createMcpTool('two')
      .execute(function* (_, ctx) {
        const first = yield* ctx.sample({ prompt: 'one' })
        const second = yield* ctx.sample({ prompt: 'two' })
        return [first.text, second.text, second.model, second.usage.inputTokens]
      })
      .build()
    const usage = { inputTokens: 7, outputTokens: 1 }
    const { value, transcript } = await runScript(tool, {}, { samples: ['a', { text: 'b', model: 'm', usage }] })
    expect(value).toEqual(['a', 'b', 'm', 7])
    expect(transcript).toStrictEqual([
      {
        type: 'sample',
        id: 'sample',
        messages: [{ role: 'user', content: { type: 'text', text: 'one' } }],
        reply: { content: { type: 'text', text: 'a' }, model: 'script', stopReason: 'endTurn' },
      },
      {
        type: 'sample',
        id: 'sample#2',
        messages: [
          { role: 'user', content: { type: 'text', text: 'one' } },
          { role: 'assistant', content: { type: 'text', text: 'a' } },
          { role: 'user', content: { type: 'text', text: 'two' } },
        ],
        reply: { content: { type: 'text', text: 'b' }, model: 'm', stopReason: 'endTurn', usage },
      },
    ])
  })

  test('sees the question, and may fail', async () => {
    expect((await runScript(poet, {}, { samples: [({ id }) => `for ${id}`] })).value).toBe('for sample')
    expect((await runScript(poet, {}, { samples: ({ id }) => `always for ${id}` })).value).toBe('always for sample')
    const error = await rejection(runScript(poet, {}, { samples: [Object.assign(new Error('busy'), { code: 429 })] }))
    expect(error).toMatchObject({ name: 'SampleError', failure: { message: 'busy', code: 429 } })
  })

  test('gives structured data, and gets the problem with it back', async () => {
    const tool = createMcpTool('rate')
      .execute(function* (_, ctx) {
        const { parsed } = yield* ctx.sampleSchema({
          prompt: 'Rate it',
          schema: z.object({ stars: z.number().max(5) }),
        })
        return parsed.stars
      })
      .build()
    const { value, transcript } = await runScript(
      tool,
      {},
      { samples: ['five', { parsed: { stars: 9 } }, { parsed: { stars: 5 } }] },
    )
    expect(value).toBe(5)
    expect(transcript).toHaveLength(3)
    expect(transcript[2]).toMatchObject({
      reply: {
        content: { type: 'tool_use', id: 'call_sample#3_1', name: '__schema__', input: { stars: 5 } },
        stopReason: 'toolUse',
      },
    })
  })

  test('calls tools', async () => {
    const tool = createMcpTool('caller')
      .execute(function* (_, ctx) {
        const inputSchema = z.object({ city: z.string() })
        const { text, toolCalls } = yield* ctx.sample({ prompt: 'Weather?', tools: [{ name: 'weather', inputSchema }] })
        return { text, toolCalls }
      })
      .build()
    const toolCalls = [
      { name: 'weather', input: { city: 'Lisbon' } },
      { name: 'weather', input: { city: 'Berlin' }, id: 'mine' },
    ]
    const { value } = await runScript(tool, {}, { samples: [{ text: 'Let me see.', toolCalls }] })
    expect(value).toEqual({
      text: 'Let me see.',
      toolCalls: [
        { id: 'call_sample_1', name: 'weather', input: { city: 'Lisbon' } },
        { id: 'mine', name: 'weather', input: { city: 'Berlin' } },
      ],
    })
  })

  test('has no data for a question that asks for none', async () => {
    const error = await rejection(runScript(poet, {}, { samples: [{ parsed: { word: 'rose' } }] }))
    expect(error).toBeInstanceOf(ScriptError)
    expect(String(error)).toContain('asks for no schema')
  })

  test('is given the system prompt and the messages of the script', async () => {
    const messages = [{ role: 'user' as const, content: 'Hello' }]
    const prompts: (string | undefined)[] = []
    const sample = ({ systemPrompt }: { systemPrompt?: string }) => {
      prompts.push(systemPrompt)
      return 'rose'
    }
    const { transcript } = await runScript(poet, {}, { messages, systemPrompt: 'Be brief.', samples: [sample] })
    expect(prompts).toEqual(['Be brief.'])
    expect(transcript).toMatchObject([
      { messages: [{ content: { text: 'Hello' } }, { content: { text: 'A word, please.' } }] },
    ])
  })
})

describe('a scripted step', () => {
  const retry = createMcpTool('retry')
    .execute(function* (_, ctx) {
      for (let attempt = 1; ; attempt++) {
        try {
          return yield* ctx.step('fetch', (): unknown => 'real')
        } catch (error) {
          if (!(error instanceof StepError) || attempt === 3) throw error
          yield* ctx.sleep(3_600_000)
        }
      }
    })
    .build()

  test('runs for real when the script does not name it', async () => {
    expect((await runScript(retry, {})).value).toBe('real')
  })

  test('returns the value, also when that is a list', async () => {
    expect((await runScript(retry, {}, { steps: { fetch: ['a', 'b'] } })).value).toEqual(['a', 'b'])
    expect(await runScript(retry, {}, { steps: { fetch: undefined } })).toEqual({
      value: undefined,
      transcript: [{ type: 'step', name: 'fetch' }],
    })
  })

  test('runs the function in place of its body', async () => {
    const { value } = await runScript(
      retry,
      {},
      { runId: 'r1', steps: { fetch: async ({ idempotencyKey }) => idempotencyKey } },
    )
    expect(value).toMatch(/^r1\/0\//)
  })

  test('fails every time with an error, and once with one in order', async () => {
    await expect(runScript(retry, {}, { steps: { fetch: new Error('down') } })).rejects.toThrow(StepError)
    const { value, transcript } = await runScript(
      retry,
      {},
      { steps: { fetch: inOrder(new TypeError('down'), () => 'up') } },
    )
    expect(value).toBe('up')
    expect(transcript).toStrictEqual([
      { type: 'step', name: 'fetch', failure: { name: 'TypeError', message: 'down' } },
      { type: 'step', name: 'fetch', value: 'up' },
    ])
  })

  test('that is missing stops the run, although the tool catches every error of a step', async () => {
    const caught: unknown[] = []
    const tool = createMcpTool('catcher')
      .execute(function* (_, ctx) {
        yield* ctx.step('fetch', () => 'real')
        try {
          yield* ctx.step('fetch', () => 'real')
        } catch (error) {
          caught.push(error)
        }
      })
      .build()
    const error = await rejection(runScript(tool, {}, { steps: { fetch: inOrder('one') }, samples: ['left'] }))
    expect(error).toBeInstanceOf(ScriptError)
    expect(error).toMatchObject({
      message: 'the script has nothing more for step "fetch"; left in the script: 1 sample',
      left: ['1 sample'],
    })
    expect(caught).toEqual([])
  })
})

describe('a script is strict', () => {
  test('about an answer that is missing', async () => {
    const error = await rejection(
      runScript(bookFlight, { to: 'LIS' }, { answers: { confirm: accept({ ok: true }) }, steps: { book: 1 } }),
    )
    expect(error).toBeInstanceOf(ScriptError)
    expect(error).toMatchObject({
      message:
        'the script has no answer to "pickFlight" (id pickFlight, "Which one?"); ' +
        'left in the script: 1 answer to "confirm", 1 for step "book"',
      left: ['1 answer to "confirm"', '1 for step "book"'],
    })
  })

  test('about an answer that is missing after a refused one', async () => {
    const error = await rejection(
      runScript(bookFlight, { to: 'LIS' }, { answers: { pickFlight: accept({ flightId: 'x' }) } }),
    )
    expect(String(error)).toMatch(/asked again because the last answer was refused: flightId/)
  })

  test('about an answer that is missing in the second half of a list', async () => {
    const error = await rejection(runScript(bookFlight, { to: 'LIS' }, { answers: { pickFlight: [] } }))
    expect(String(error)).toContain('the script has no answer to "pickFlight"')
  })

  test('about a sample that is missing', async () => {
    const error = await rejection(runScript(poet, {}))
    expect(error).toBeInstanceOf(ScriptError)
    expect(String(error)).toBe(
      'ScriptError: the script has no sample for "sample" (last message: user, "A word, please."); left in the script: nothing',
    )
  })

  test('about roots that are missing', async () => {
    const tool = createMcpTool('rooted')
      .execute(function* (_, ctx) {
        return [ctx.can.roots, yield* ctx.roots()]
      })
      .build()
    expect(String(await rejection(runScript(tool, {})))).toContain('the tool asks for roots')
    const { value, transcript } = await runScript(tool, {}, { roots: [{ uri: 'file:///a' }] })
    expect(value).toEqual([true, [{ uri: 'file:///a' }]])
    expect(transcript).toEqual([{ type: 'roots', roots: [{ uri: 'file:///a' }] }])
  })

  test('about everything that is left', async () => {
    const script = {
      answers: { pickFlight: [decline(), decline()], confirm: () => accept({ ok: true }) },
      samples: ['one', 'two'],
      steps: { serach: [1], search: [] },
    }
    const error = await rejection(runScript(bookFlight, { to: 'LIS' }, script))
    expect(error).toBeInstanceOf(ScriptError)
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^book_flight ended without using the whole script \(its steps were search(?:, book)?\); left in the script: /,
      ),
      left: ['1 answer to "pickFlight"', '1 answer to "confirm"', '2 samples', '1 for step "serach"'],
    })
  })

  test('about an answer to a question that the tool does not declare, with those that it declares', async () => {
    const answers = { pickFlight: accept({ flightId: 'TP533' }), confrm: accept({ ok: true }) }
    const error = await rejection(runScript(bookFlight, { to: 'LIS' }, { answers } as never))
    expect(error).toMatchObject({
      name: 'ScriptError',
      message: 'book_flight declares no elicit confrm (declared: pickFlight, confirm); left in the script: nothing',
    })
  })

  test('but a tool that fails rejects with its own error', async () => {
    const failure = new RangeError('mine')
    const tool = createMcpTool('failing')
      .execute(function* () {
        throw failure
      })
      .build()
    expect(await rejection(runScript(tool, {}, { samples: ['left'] }))).toBe(failure)
    // @ts-expect-error: the parameters are typed, so this is what a wrong caller does
    await expect(runScript(bookFlight, { to: 7 })).rejects.toThrow(ToolInputError)
  })

  test('and a cancelled run is no result', async () => {
    const journal = createCuttableJournal({ cutAfter: 1 })
    await rejection(runScript(poet, {}, { journal, samples: ['never seen'] }))
    const next = journal.reopen()
    next.append(1, {
      entries: [{ type: 'halted', at: '', reason: 'cancelled', time: 0 }],
      progress: next.read()!.progress,
    })
    const error = await rejection(runScript(poet, {}, { journal: next }))
    expect(error).toBeInstanceOf(ScriptError)
    expect(String(error)).toContain('the run was cancelled')
  })

  test('what a function of the script throws stops the run', async () => {
    const wrong = new Error('expected another message')
    const script = {
      answers: {
        pickFlight: () => {
          throw wrong
        },
      },
    }
    expect(await rejection(runScript(bookFlight, { to: 'LIS' }, script))).toBe(wrong)
  })
})

describe('the place where a script runs', () => {
  test('has a fixed id and virtual time, and goes on from a journal', async () => {
    const tool = createMcpTool('where')
      .elicits({ ok: { response: z.object({}) } })
      .execute(function* (_, ctx) {
        const began = yield* ctx.now()
        yield* ctx.log('info', 'began')
        const answer = yield* ctx.elicit('ok', { message: 'Go on?' })
        yield* ctx.sleep(1000)
        return [ctx.callId, began, yield* ctx.now(), answer.action]
      })
      .build()
    const journal = createMemoryJournal()
    await rejection(runScript(tool, {}, { journal }))
    const { value, transcript } = await runScript(tool, {}, { journal, answers: { ok: decline() } })
    const began = Date.UTC(2026, 0, 1)
    expect(value).toEqual(['script', began, began + 1000, 'decline'])
    expect(transcript).toMatchObject([{ type: 'elicit', id: 'ok' }])
  })

  test('is a task where the script says it can be', async () => {
    const tool = createMcpTool('long')
      .execute((_, ctx) => ctx.detach())
      .build()
    expect(await runScript(tool, {})).toEqual({ value: false, transcript: [{ type: 'detach', detached: false }] })
    expect((await runScript(tool, {}, { can: { tasks: true } })).value).toBe(true)
  })
})

test('types: keys and content of answers are those of the tool, the value is its result', () => {
  const run = () =>
    runScript(bookFlight, { to: 'LIS' }, { answers: { pickFlight: accept({ flightId: 'x', cabin: 'first' }) } })
  type Value = Awaited<ReturnType<typeof run>>['value']
  expectTypeOf<Value>().toEqualTypeOf<
    { cancelled: string; reference?: never } | { reference: string; cancelled?: never }
  >()

  void (() => [
    // @ts-expect-error: the tool has no such key
    runScript(bookFlight, { to: 'LIS' }, { answers: { pickHotel: decline() } }),
    // @ts-expect-error: the content has another type
    runScript(bookFlight, { to: 'LIS' }, { answers: { pickFlight: accept({ flightId: 7 }) } }),
    // @ts-expect-error: the same in a list
    runScript(bookFlight, { to: 'LIS' }, { answers: { pickFlight: [decline(), accept({ flight: 'x' })] } }),
    // @ts-expect-error: the same from a function
    runScript(bookFlight, { to: 'LIS' }, { answers: { confirm: () => accept({ ok: 'yes' }) } }),
    // @ts-expect-error: not one of the cabins
    runScript(bookFlight, { to: 'LIS' }, { answers: { pickFlight: accept({ flightId: 'x', cabin: 'roof' }) } }),
    // @ts-expect-error: the parameters are those of the tool
    runScript(bookFlight, {}, {}),
    // A tool whose questions are not known takes any key.
    runScript(bookFlight as McpTool, {}, { answers: { anything: accept(1) } }),
  ])
})
