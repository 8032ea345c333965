import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type BrowserTool, createTool } from './browser-tool.ts'
import { ToolDefinitionError } from './errors.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred } from './outcome.ts'
import type { Peer, Question } from './peer.ts'
import { makePlugin } from './plugin.ts'
import { type PluginPage, type RenderProps, runHandler } from './render.ts'
import { type RunOptions, type RunResult, runTool } from './run-tool.ts'

type Asked = Extract<Question, { type: 'elicit' }>

const CardPicker = (_props: { cards: string[] } & RenderProps<{ card: string }>) => null
const peer: Peer = { answer: () => deferred }

/** Runs a tool to its one question. */
async function ask(tool: BrowserTool, params: unknown, options: Partial<RunOptions> = {}) {
  const parked = await runTool(tool, params, { peer, ...options })
  if (parked.type !== 'parked') throw new Error(`expected a question, got ${JSON.stringify(parked)}`)
  const [question, ...others] = parked.questions
  if (question?.type !== 'elicit' || others.length > 0) throw new Error('expected one elicit')
  return { question, answer: (answer: unknown) => parked.resume({ [question.id]: answer }) }
}

/** What the page does with a question. */
function answerInPage(tool: BrowserTool, question: Asked, render: PluginPage['render']): Promise<unknown> {
  const handler = tool.plugin.handlers.__handoff__!
  // A page has the question as JSON, and its handler knows the type of the context.
  return runHandler((ctx) => handler(question as never, ctx), { render }, new AbortController().signal)
}

const completedWith = (result: RunResult) => (result.type === 'completed' ? result.value : result)

/** A tool that deals cards, with its parts watched. */
function createPickCard() {
  const parts = { before: vi.fn(), client: vi.fn(), after: vi.fn() }
  const tool = createTool('pick_card')
    .description('Pick a card')
    .parameters(z.object({ count: z.number() }))
    .handoff({
      *before(params, ctx) {
        parts.before(params)
        const first = yield* ctx.step('deal', () => Math.random())
        return { cards: Array.from({ length: params.count }, (_, i) => `card ${first + i}`) }
      },
      *client(handoff, ctx, params) {
        parts.client(handoff, params)
        return yield* ctx.render(CardPicker, { cards: handoff.cards })
      },
      *after(handoff, result, ctx, params) {
        parts.after(handoff, result, params)
        yield* ctx.log('info', 'picked')
        return `${result.card} of ${handoff.cards.length}`
      },
    })
    .build()
  return { tool, parts }
}

describe('the tool that createTool makes', () => {
  it('asks one question, whose message is the description and whose context is the handoff and the parameters', async () => {
    const { tool } = createPickCard()
    const { question } = await ask(tool, { count: 2 })
    expect(question).toMatchObject({ id: '__handoff__', key: '__handoff__', message: 'Pick a card', ui: 'in-app' })
    expect(question.context).toEqual({
      handoff: { cards: [expect.any(String), expect.any(String)] },
      params: { count: 2 },
    })
  })

  it('asks by its name when it has no description', async () => {
    const tool = createTool('pick_card')
      .handoff({ *client() {} })
      .build()
    expect((await ask(tool, {})).question.message).toBe('pick_card')
  })

  it('runs before, then client in the page, then after', async () => {
    const { tool, parts } = createPickCard()
    const { question, answer } = await ask(tool, { count: 2 })
    const handoff = question.context.handoff as { cards: string[] }
    const render = vi.fn<PluginPage['render']>(async () => ({ card: handoff.cards[1] }))

    expect(completedWith(await answer(await answerInPage(tool, question, render)))).toBe(`${handoff.cards[1]} of 2`)
    expect(render).toHaveBeenCalledWith(CardPicker, { cards: handoff.cards }, expect.any(AbortSignal))
    expect(parts.before.mock.calls).toEqual([[{ count: 2 }]])
    expect(parts.client.mock.calls).toEqual([[handoff, { count: 2 }]])
    expect(parts.after.mock.calls).toEqual([[handoff, { card: handoff.cards[1] }, { count: 2 }]])
  })

  it('deals once, however often it is rebuilt', async () => {
    const { tool, parts } = createPickCard()
    const journal = createMemoryJournal()
    const dealt = (await ask(tool, { count: 3 }, { journal })).question.context
    const again = await ask(tool, { count: 3 }, { journal })
    expect(again.question.context).toEqual(dealt)
    expect(parts.before).toHaveBeenCalledTimes(1)

    await again.answer({ action: 'accept', content: { card: 'ace' } })
    const replayed = await runTool(tool, { count: 3 }, { peer, journal: createMemoryJournal(journal.read()) })
    expect(completedWith(replayed)).toBe('ace of 3')
    expect(parts.before).toHaveBeenCalledTimes(1)
    expect(parts.after).toHaveBeenCalledTimes(1)
  })

  it.each([{ action: 'decline' }, { action: 'cancel' }])('is cancelled by %j, without after', async (refusal) => {
    const { tool, parts } = createPickCard()
    const { answer } = await ask(tool, { count: 1 })
    expect(completedWith(await answer(refusal))).toEqual({ cancelled: true })
    expect(parts.after).not.toHaveBeenCalled()
  })

  it('fails when the parameters are wrong, before it deals', async () => {
    const { tool, parts } = createPickCard()
    const result = await runTool(tool, { count: 'two' }, { peer })
    expect(result).toMatchObject({ type: 'failed', error: { name: 'ToolInputError' } })
    expect(parts.before).not.toHaveBeenCalled()
  })
})

describe('without before and after', () => {
  const echo = createTool('echo')
    .parameters(z.object({ count: z.number() }))
    .handoff({
      *client(handoff, _ctx, params) {
        return { handoff, params }
      },
    })
    .build()

  it('client receives the parameters, and its answer is the result', async () => {
    const { question, answer } = await ask(echo, { count: 2 })
    expect(question.context).toEqual({ handoff: { count: 2 }, params: { count: 2 } })
    const given = await answerInPage(echo, question, async () => undefined)
    expect(completedWith(await answer(given))).toEqual({ handoff: { count: 2 }, params: { count: 2 } })
  })

  it('a client that answers nothing completes the tool', async () => {
    const tool = createTool('show')
      .handoff({ *client() {} })
      .build()
    const { question, answer } = await ask(tool, {})
    const given = await answerInPage(tool, question, async () => undefined)
    expect(await answer(given)).toMatchObject({ type: 'completed' })
  })

  it('accepts anything that the page sends', async () => {
    for (const content of [7, 'text', null, ['list'], { deep: { er: true } }]) {
      const { answer } = await ask(echo, { count: 1 })
      expect(completedWith(await answer({ action: 'accept', content }))).toEqual(content)
    }
  })
})

describe('a client that returns nothing', () => {
  it.each([
    ['completes without after', undefined],
    [
      'completes with after, which gets null',
      function* (_handoff: unknown, result: unknown) {
        return result
      },
    ],
  ])('%s', async (_, after) => {
    const tool = createTool('show')
      .handoff({ *client() {}, ...(after !== undefined && { after }) })
      .build()
    const { question, answer } = await ask(tool, {})
    const given = await answerInPage(tool, question, async () => undefined)
    expect(given).toEqual({ action: 'accept', content: null })
    expect(completedWith(await answer(given))).toBe(null)
  })
})

describe('a response', () => {
  const flat = z.object({ card: z.string(), on: z.iso.date().transform((text) => new Date(text)) })

  it('that is flat can be asked of any client', () => {
    const { questions } = createTool('pick')
      .handoff({
        response: flat,
        *client() {
          return { card: 'ace', on: '2026-08-01' }
        },
      })
      .build()
    expect(questions.__handoff__?.ui).toBeUndefined()
    expect(questions.__handoff__?.schema).toEqual({
      type: 'object',
      properties: { card: { type: 'string' }, on: { type: 'string', format: 'date' } },
      required: ['card', 'on'],
    })
  })

  it('that is not flat is asked only in the page', () => {
    const response = z.object({ cards: z.array(z.object({ suit: z.string() })) })
    const { questions } = createTool('pick')
      .handoff({
        response,
        *client() {
          return { cards: [] }
        },
      })
      .build()
    expect(questions.__handoff__).toMatchObject({ ui: 'in-app', schema: { properties: { cards: { type: 'array' } } } })
  })

  it('that is absent leaves the question to the page', () => {
    const { questions } = createTool('pick')
      .handoff({ *client() {} })
      .build()
    expect(questions.__handoff__).toMatchObject({ ui: 'in-app', schema: {} })
  })

  it('validates what the page sends, and gives after its output', async () => {
    const tool = createTool('pick')
      .handoff({
        response: flat,
        *client() {
          return { card: 'ace', on: '2026-08-01' }
        },
        *after(_handoff, { card, on }) {
          return `${card} in ${on.getUTCFullYear()}`
        },
      })
      .build()
    const { question, answer } = await ask(tool, {})
    const refused = await answer({ action: 'accept', content: { card: 7, on: '2026-08-01' } })
    const again = { id: '__handoff__', attempt: 2, refusal: expect.stringContaining('card') }
    expect(refused).toMatchObject({ type: 'parked', questions: [again] })
    const given = await answerInPage(tool, question, async () => undefined)
    expect(completedWith(await answer(given))).toBe('ace in 2026')
  })

  it('is the output of its schema when there is no after', async () => {
    const tool = createTool('pick')
      .handoff({
        response: z.object({ count: z.string().transform(Number) }),
        *client() {
          return { count: '7' }
        },
      })
      .build()
    const { answer } = await ask(tool, {})
    expect(completedWith(await answer({ action: 'accept', content: { count: '7' } }))).toEqual({ count: 7 })
  })
})

describe('a tool of createTool', () => {
  it('is the name, the body, the settings and the plugin, frozen', () => {
    const tool = createTool('pick')
      .approval('confirm')
      .limits({ timeout: 1000 })
      .handoff({ *client() {} })
      .build()
    expect(tool).toMatchObject({ name: 'pick', approval: 'confirm', limits: { timeout: 1000 } })
    expect(tool.execute).toBeTypeOf('function')
    expect(tool.plugin.toolName).toBe('pick')
    expect(Object.keys(tool.plugin.handlers)).toEqual(['__handoff__'])
    expect(Object.isFrozen(tool)).toBe(true)
  })

  it('can be given a plugin of one’s own', () => {
    const tool = createTool('pick')
      .handoff({ *client() {} })
      .build()
    const plugin = makePlugin(tool)
      .onElicit({
        *__handoff__() {
          return { action: 'cancel' }
        },
      })
      .build()
    expect(plugin.server).toEqual({ toolName: 'pick', keys: ['__handoff__'] })
  })

  it('runs its parts as methods of what it was given', async () => {
    class Deal {
      readonly first = 7;

      *before() {
        return this.first
      }

      *client(handoff: number) {
        return handoff + this.first
      }

      *after(_handoff: number, result: number) {
        return result + this.first
      }
    }
    const tool = createTool('pick').handoff(new Deal()).build()
    const { question, answer } = await ask(tool, {})
    expect(question.context.handoff).toBe(7)
    const given = await answerInPage(tool, question, async () => undefined)
    expect(completedWith(await answer(given))).toBe(21)
  })
})

describe('a wrong handoff', () => {
  const handoff = (value: unknown) => () =>
    createTool('pick')
      .handoff(value as never)
      .build()

  it.each([[undefined], [{}], [{ *before() {} }], [{ client: 'CardPicker' }]])('is refused: %j', (value) => {
    expect(handoff(value)).toThrow(
      new ToolDefinitionError('tool "pick" .handoff needs a *client(handoff, ctx, params)'),
    )
  })

  it.each([
    ['a response that is not a schema', { response: { card: 'string' }, *client() {} }],
    ['a response without a JSON Schema form', { response: z.object({ on: z.date() }), *client() {} }],
    ['a before that is not a function', { before: 7, *client() {} }],
    ['an after that is not a function', { after: 7, *client() {} }],
  ])('is refused: %s', (_, value) => {
    expect(handoff(value)).toThrow(ToolDefinitionError)
  })
})
