import type { Clock } from '../tools/clock.ts'
import { createMemoryJournal, type Entry, emptyProgress, type Recording } from '../tools/journal.ts'
import { deferred } from '../tools/outcome.ts'
import type { McpTool } from '../tools/tool.ts'
import { type Excerpt, readExcerpt } from './excerpt.ts'
import { Places } from './places.ts'
import type { RunEvent, RunStop, Samples } from './run-event.ts'
import { emptyRun, isPending, type RunState, reduceRun } from './run-state.ts'
import { showEffect } from './show-effect.ts'
import { showEmission } from './show-emission.ts'
import { toStop } from './show-stop.ts'
import { AtRest, HeldRun } from './watched-run.ts'

export interface Replayed {
  /** How many entries were handed out. */
  at: number
  /** How many there are. */
  length: number
  /** What the tool had asked and received by then. */
  run: RunState
  /** Where it waited. */
  source?: Excerpt
}

export interface ReplayOptions {
  tool: McpTool
  params: unknown
  samples: Samples
  recording: Recording
  at: number
}

/**
 * Runs a tool against the first entries of a journal, to where it had come by then. Nothing is done in the world, and nothing
 * is written: what the entries do not have is held. A journal that no longer fits the source stops as `broken`.
 */
export async function replay({ tool, params, samples, recording, at }: ReplayOptions): Promise<Replayed> {
  const { header, entries } = recording
  const cut = entries.slice(0, at)
  const time = cut.at(-1)?.time ?? header.startedAt
  const places = new Places()
  const told: RunEvent[] = []
  const run = new HeldRun(
    places.watch(tool),
    params,
    {
      // Said again, whatever had been heard by then: nobody listens but the page.
      journal: createMemoryJournal({ revision: 0, header, entries: cut, progress: emptyProgress() }),
      clock: stopped(time),
      peer: {
        answer(effect) {
          if (effect.type === 'log' || effect.type === 'notify') told.push(showEmission(effect))
          return deferred
        },
      },
    },
    {
      opened: (pending) => told.push({ type: 'effect_ask', effect: showEffect(pending, places.of(pending.effect)) }),
      withdrawn: ({ address }) => told.push({ type: 'effect_withdraw', at: address }),
    },
  )
  const stop = await runToRest(run)
  const events: RunEvent[] = [
    { type: 'run_start', tool: tool.name, params: params as never, samples, time: header.startedAt },
    ...told,
    ...cut.map((entry: Entry, index): RunEvent => ({ type: 'journal_write', revision: index + 1, entries: [entry] })),
    ...(stop === undefined ? [] : [{ type: 'run_stop', stop, time } as const]),
  ]
  const state = events.reduce(reduceRun, emptyRun)
  const waits = state.happenings.filter(isPending).flatMap(({ place }) => place ?? [])
  const source = stop === undefined ? readExcerpt(waits) : undefined
  return { at: cut.length, length: entries.length, run: state, ...(source !== undefined && { source }) }
}

async function runToRest(run: HeldRun): Promise<RunStop | undefined> {
  try {
    return toStop(await run.advance())
  } catch (error) {
    return error instanceof AtRest ? undefined : toStop({ type: 'broken', error })
  }
}

/** No time passes in a replay: what ended by itself has an entry. */
const stopped = (time: number): Clock => ({ now: () => time, alarm: () => () => {} })
