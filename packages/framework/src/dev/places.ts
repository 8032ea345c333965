import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ToolContext } from '../tools/context.ts'
import { Effect } from '../tools/effect.ts'
import type { Operation } from '../tools/operation.ts'
import type { McpTool } from '../tools/tool.ts'
import type { Place } from './run-event.ts'

type Make = (...args: unknown[]) => Operation<unknown>

const MEMBERS = [
  ...(['elicit', 'sample', 'sampleSchema', 'sampleTools', 'step', 'branch'] as const),
  ...(['sleep', 'now', 'roots', 'detach'] as const),
] satisfies (keyof ToolContext)[]

/** Knows where in the author's code each effect was made. Only the body of a tool can tell, so its context is made to. */
export class Places {
  readonly #places = new WeakMap<Effect, Place>()

  of(effect: Effect): Place | undefined {
    return this.#places.get(effect)
  }

  /** The same tool, whose effects have places. */
  watch(tool: McpTool): McpTool {
    const execute: McpTool['execute'] = (params, ctx) => {
      this.#watchContext(ctx)
      return tool.execute(params, ctx)
    }
    return { ...tool, execute }
  }

  #watchContext(ctx: object): void {
    const members = ctx as Record<(typeof MEMBERS)[number], Make>
    for (const member of MEMBERS) {
      const make = members[member].bind(ctx)
      const marked: Make = (...args) => {
        const place = placeOfCaller(marked)
        return this.#mark(make(...(member === 'branch' ? this.#watchBranch(args) : args)), place)
      }
      // On the context itself: a copy would not be one to the runtime.
      Object.defineProperty(ctx, member, { value: marked })
    }
  }

  #watchBranch([body, ...rest]: unknown[]): unknown[] {
    if (typeof body !== 'function') return [body, ...rest]
    const watched = (ctx: object): unknown => {
      this.#watchContext(ctx)
      return body(ctx)
    }
    return [watched, ...rest]
  }

  #mark<T>(operation: Operation<T>, place: Place | undefined): Operation<T> {
    if (place === undefined) return operation
    const begin = operation[Symbol.iterator].bind(operation)
    const see = <R extends IteratorResult<Effect, T>>(result: R): R => {
      if (!result.done && result.value instanceof Effect) this.#places.set(result.value, place)
      return result
    }
    return Object.defineProperty(operation, Symbol.iterator, {
      value(): Iterator<Effect, T, unknown> {
        const iterator = begin()
        return {
          next: (value) => see(iterator.next(value)),
          // Operations of the context have both.
          throw: (error) => see(iterator.throw!(error)),
          return: (value) => see(iterator.return!(value)),
        }
      },
    })
  }
}

/** Where the function was called from. */
function placeOfCaller(called: Make): Place | undefined {
  const trace: { stack?: string } = {}
  Error.captureStackTrace(trace, called)
  const [, file, line] = /(file:\/\/.+?|\/.+?):(\d+):\d+\)?$/m.exec(trace.stack ?? '') ?? []
  if (file === undefined) return undefined
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const inside = relative(process.cwd(), path)
  return { file: inside.startsWith('..') ? path : inside, line: Number(line) }
}
