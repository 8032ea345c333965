import { describe, expect, it, vi } from 'vitest'
import { SweatpantsError } from './errors.ts'
import { type Component, type PluginOperation, type PluginPage, type RenderProps, runHandler } from './render.ts'

const Picker = (_props: { cards: string[] } & RenderProps<string>) => null
const Confirm = (_props: RenderProps<boolean>) => null
const never = new AbortController().signal

/** A page whose components respond with what they are given here, in turn. */
function createPage(...responses: unknown[]) {
  const render = vi.fn<PluginPage['render']>(async () => {
    const response = responses.shift()
    if (response instanceof Error) throw response
    return response
  })
  return { render }
}

describe('runHandler', () => {
  it('shows one component after another and returns what the handler returns', async () => {
    const page = createPage('king', true)
    const result = await runHandler(
      function* (ctx) {
        const card = yield* ctx.render(Picker, { cards: ['ace', 'king'] })
        const sure = yield* ctx.render(Confirm, {})
        return { card, sure }
      },
      page,
      never,
    )
    expect(result).toEqual({ card: 'king', sure: true })
    expect(page.render.mock.calls).toEqual([
      [Picker, { cards: ['ace', 'king'] }, never],
      [Confirm, {}, never],
    ])
  })

  it('runs a handler that shows nothing', async () => {
    const page = createPage()
    expect(
      await runHandler(
        function* () {
          return 7
        },
        page,
        never,
      ),
    ).toBe(7)
    expect(page.render).not.toHaveBeenCalled()
  })

  it.each([
    ['an async function', async () => ({ action: 'accept' })],
    ['a function that returns nothing', () => undefined],
  ])('refuses %s', async (_, handler) => {
    const error = new SweatpantsError('a plugin handler is a generator function: function* (request, ctx) { … }')
    await expect(runHandler(handler as never, createPage(), never)).rejects.toThrow(error)
  })

  it('lets a handler catch a render that fails, and go on', async () => {
    const page = createPage(new Error('no such component'), true)
    const result = await runHandler(
      function* (ctx) {
        try {
          return yield* ctx.render(Picker, { cards: [] })
        } catch (error) {
          return [(error as Error).message, yield* ctx.render(Confirm, {})]
        }
      },
      page,
      never,
    )
    expect(result).toEqual(['no such component', true])
  })

  it('rejects with a render that fails and is not caught, after the finally', async () => {
    const cleaned = vi.fn()
    const running = runHandler(
      function* (ctx) {
        try {
          yield* ctx.render(Picker, { cards: [] })
        } finally {
          cleaned()
        }
      },
      createPage(new Error('no such component')),
      never,
    )
    await expect(running).rejects.toThrow('no such component')
    expect(cleaned).toHaveBeenCalledTimes(1)
  })

  it('rejects with what the handler throws, once', async () => {
    const caught = vi.fn()
    const running = runHandler(
      function* (ctx) {
        try {
          yield* ctx.render(Confirm, {})
        } catch (error) {
          caught(error)
        }
        throw new Error('from the handler')
      },
      createPage(true),
      never,
    )
    await expect(running).rejects.toThrow('from the handler')
    expect(caught).not.toHaveBeenCalled()
  })

  it('renders nothing when it is aborted before, and reaches the finally', async () => {
    const page = createPage()
    const cleaned = vi.fn()
    const running = runHandler(
      function* (ctx) {
        try {
          yield* ctx.render(Confirm, {})
        } finally {
          cleaned()
        }
      },
      page,
      AbortSignal.abort(new Error('the question was withdrawn')),
    )
    await expect(running).rejects.toThrow('the question was withdrawn')
    expect(page.render).not.toHaveBeenCalled()
    expect(cleaned).toHaveBeenCalledTimes(1)
  })

  it('passes an abort to the page, whose rejection reaches the finally', async () => {
    const controller = new AbortController()
    const cleaned = vi.fn()
    const page: PluginPage = {
      render: (_component, _props, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    const running = runHandler(
      function* (ctx) {
        try {
          yield* ctx.render(Confirm, {})
        } finally {
          cleaned()
        }
      },
      page,
      controller.signal,
    )
    controller.abort(new Error('the page was left'))
    await expect(running).rejects.toThrow('the page was left')
    expect(cleaned).toHaveBeenCalledTimes(1)
  })

  it.each<[string, unknown]>([
    ['a promise', Promise.resolve(7)],
    ['a component', Picker as Component<never>],
    ['nothing', undefined],
  ])('refuses a handler that yields %s, after its finally', async (_, foreign) => {
    const cleaned = vi.fn()
    function* handler() {
      try {
        yield foreign
      } finally {
        cleaned()
      }
    }
    // JavaScript has no types to stop this.
    const running = runHandler(handler as () => PluginOperation<void>, createPage(), never)
    await expect(running).rejects.toThrow(
      new SweatpantsError('a plugin handler yields only `yield* ctx.render(Component, props)`'),
    )
    expect(cleaned).toHaveBeenCalledTimes(1)
  })
})
