import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { McpTool, Operation, ToolContext } from '@sweatpants/framework'
import type { Place } from './run-event.ts'

type Make = (...args: unknown[]) => Operation<unknown>

const MEMBERS = [
  ...(['elicit', 'sample', 'sampleSchema', 'sampleTools', 'step', 'branch'] as const),
  ...(['sleep', 'now', 'roots', 'detach'] as const),
] satisfies (keyof ToolContext)[]

/** Finds the line of the author's code that made an effect, from the stack when a member of the tool's context is called. */
export class Places {
  readonly #places = new WeakMap<object, Place>()

  of(effect: object): Place | undefined {
    return this.#places.get(effect)
  }

  /** Returns the same tool with a context that notes places. */
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
      // On the context itself: the runtime does not accept a copy.
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
    const note = <R extends IteratorResult<object, T>>(result: R): R => {
      if (!result.done) this.#places.set(result.value as object, place)
      return result
    }
    return Object.defineProperty(operation, Symbol.iterator, {
      value(): ReturnType<typeof begin> {
        const iterator = begin()
        return {
          next: (value) => note(iterator.next(value)),
          // Operations of the context have both.
          throw: (error) => note(iterator.throw!(error)),
          return: (value) => note(iterator.return!(value)),
        }
      },
    })
  }
}

function placeOfCaller(called: Make): Place | undefined {
  const trace: { stack?: string } = {}
  Error.captureStackTrace(trace, called)
  const [, file, line] = /(file:\/\/.+?|\/.+?):(\d+):\d+\)?$/m.exec(trace.stack ?? '') ?? []
  if (file === undefined) return undefined
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const inside = relative(process.cwd(), path)
  return { file: inside.startsWith('..') ? path : inside, line: Number(line) }
}

/** Some lines of the author's code. */
export interface Excerpt {
  file: string
  /** The number of the first line. */
  first: number
  lines: string[]
  /** The numbers of the lines at which the tool waits. */
  marked: number[]
}

/** Lines shown before and after. */
const AROUND = 4

/** Lines further than this from the first place are not shown with it. */
const FAR = 30

/** Reads the lines around the first place and those near it; returns `undefined` without a place. */
export function readExcerpt(places: readonly Place[]): Excerpt | undefined {
  const [first] = places
  if (first === undefined) return undefined
  const isNear = ({ file, line }: Place) => file === first.file && Math.abs(line - first.line) < FAR
  const marked = places.filter(isNear).map(({ line }) => line)
  let source: string[]
  try {
    source = readFileSync(resolve(first.file), 'utf8').split('\n')
  } catch {
    // The file may have been deleted since it was loaded; the rest of the replay is shown without it.
    return undefined
  }
  const from = Math.max(1, Math.min(...marked) - AROUND)
  const lines = source.slice(from - 1, Math.max(...marked) + AROUND)
  return { file: first.file, first: from, lines, marked: [...new Set(marked)] }
}
