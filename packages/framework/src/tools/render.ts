import { SweatpantsError } from './errors.ts'

/** The props that the framework adds to those of a rendered component. */
export interface RenderProps<R> {
  onRespond: (value: R) => void
  disabled?: boolean
  /** The answer, once there is one. */
  response?: R
}

/** A component of any library: anything that takes props. A class may take further arguments, which its library gives it. */
export type Component<P> = ((props: P) => unknown) | (new (props: P, ...rest: never[]) => unknown)

/** The type of a component's answer, from its `onRespond`. */
export type ResponseOfProps<P> = P extends { onRespond?: (value: infer R) => void } ? R : unknown

/** Props without what the page adds, for each member of a union. */
type OwnProps<P> = P extends unknown ? Omit<P, keyof RenderProps<never>> : never

/** Shows a component and waits for its answer. The only effect of a plugin. */
export class RenderEffect {
  readonly component: Component<never>
  readonly props: object

  constructor(component: Component<never>, props: object) {
    this.component = component
    this.props = props
  }
}

/** An operation that a plugin handler waits for with `yield*`. */
export interface PluginOperation<T> {
  [Symbol.iterator](): Iterator<RenderEffect, T, unknown>
}

export interface PluginContext {
  /** Shows a component and returns its response. */
  render<P extends object>(component: Component<P>, props: OwnProps<P>): PluginOperation<ResponseOfProps<P>>
}

/** Where a plugin runs: a page, a terminal, a test. */
export interface PluginPage {
  render(component: Component<never>, props: object, signal: AbortSignal): Promise<unknown>
}

const context: PluginContext = {
  *render(component, props) {
    // The page gives back what the component responded with.
    return (yield new RenderEffect(component as Component<never>, props)) as never
  },
}

/** Runs a plugin's generator to its end; a halt or a failing render reaches its `finally`. */
export async function runHandler<T>(
  body: (ctx: PluginContext) => PluginOperation<T>,
  page: PluginPage,
  signal: AbortSignal,
): Promise<T> {
  const operation = body(context)
  if (typeof operation?.[Symbol.iterator] !== 'function')
    throw new SweatpantsError('a plugin handler is a generator function: function* (request, ctx) { … }')
  const iterator = operation[Symbol.iterator]()
  let result = iterator.next()
  while (!result.done) {
    const effect: unknown = result.value
    try {
      signal.throwIfAborted()
      if (!(effect instanceof RenderEffect)) {
        throw new SweatpantsError('a plugin handler yields only `yield* ctx.render(Component, props)`')
      }
      const response = await page.render(effect.component, effect.props, signal)
      result = iterator.next(response)
    } catch (error) {
      // A halted handler gets no further answers: one that catches every error would otherwise never end.
      if (signal.aborted) {
        iterator.return?.()
        throw error
      }
      if (iterator.throw === undefined) throw error
      result = iterator.throw(error)
    }
  }
  return result.value
}
