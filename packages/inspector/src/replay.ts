import { type McpTool, type Recording, replayTool } from '@sweatpants/framework'
import { toEmission } from './page-peer.ts'
import { type Excerpt, Places, readExcerpt } from './places.ts'
import type { RunEvent } from './run-event.ts'
import { emptyRun, isPending, type RunState, reduceAll } from './run-state.ts'
import { showStop } from './show-stop.ts'

export interface Replayed {
  /** How many entries were handed out. */
  at: number
  /** How many entries there are. */
  length: number
  /** The effects that the tool had yielded by then, and their outcomes. */
  run: RunState
  /** The lines at which the tool waited. */
  source?: Excerpt
}

/**
 * Runs a tool on the first `at` entries of its journal and performs nothing. A journal that no longer fits the source stops
 * the replay as `broken`.
 */
export async function replay(
  tool: McpTool,
  params: RunState['params'],
  { entries, ...recording }: Recording,
  at: number,
): Promise<Replayed> {
  const cut = entries.slice(0, at)
  const places = new Places()
  const { startedAt } = recording.header
  const time = cut.at(-1)?.time ?? startedAt
  const events: RunEvent[] = [
    { type: 'run_start', tool: tool.name, params, samples: 'model', process: '', time: startedAt },
  ]

  const ended = await replayTool(
    places.watch(tool),
    params,
    { ...recording, entries: cut },
    {
      opened(effect, yielded) {
        const place = places.of(yielded)
        events.push({ type: 'effect_open', effect: { ...effect, ...(place !== undefined && { place }) } })
      },
      withdrawn: (effectAt) => events.push({ type: 'effect_withdraw', at: effectAt }),
      emitted: (effect) => events.push(toEmission(effect)),
    },
  ).catch((error) => ({ type: 'broken' as const, error }))
  events.push({ type: 'journal_write', entries: cut })

  if (ended !== undefined) events.push({ type: 'run_stop', stop: showStop(ended), time })
  const run = reduceAll(emptyRun, events)
  const waits = run.happenings.filter(isPending).flatMap(({ place }) => place ?? [])
  const source = run.stop === undefined ? readExcerpt(waits) : undefined
  return { at: cut.length, length: entries.length, run, ...(source !== undefined && { source }) }
}
