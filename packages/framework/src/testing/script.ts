import type { Clock } from '../tools/clock.ts'
import { defined } from '../tools/defined.ts'
import type { Elicits } from '../tools/elicit.ts'
import { createMemoryJournal, type Journal, type JournalWrite } from '../tools/journal.ts'
import { andThen } from '../tools/maybe-promise.ts'
import type { ExtendedMessage } from '../tools/message.ts'
import { Run } from '../tools/run.ts'
import type { Parked } from '../tools/run-tool.ts'
import type { InferInput, Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { createVirtualClock } from './clock.ts'
import { Deliveries } from './deliveries.ts'
import { ScriptError } from './script-error.ts'
import { createScriptedPeer, type PeerScript } from './scripted-peer.ts'
import { createStepRunner, type ScriptedSteps } from './steps.ts'
import { Stock } from './stock.ts'
import type { Transcript } from './transcript.ts'

/** Everything that a run needs from outside. It is used up exactly: nothing is missing, nothing is left. */
export interface Script<E extends Elicits = Elicits> extends PeerScript<E> {
  /** Steps that do not run their body; the others do. */
  steps?: ScriptedSteps
  /** `script` when absent, so that ids are the same each time. */
  runId?: string
  /** What `ctx.uuid` and `ctx.random` follow from; the same for every script when absent. */
  seed?: string
  journal?: Journal
  /** Virtual when absent: nothing waits for real time. */
  clock?: Clock
  /** Who calls the tool. */
  principal?: string
  messages?: readonly ExtendedMessage[]
  systemPrompt?: string
}

/** Runs a tool against a scripted person, model and world.
 *
 * ```ts
 * const { value, transcript } = await runScript(bookFlight, { from: 'BER', to: 'LIS', date: '2026-05-01' }, {
 *   steps: { search: [{ id: 'TP533' }], book: { reference: 'X1' } },
 *   answers: { pickFlight: accept({ flightId: 'TP533' }), confirm: accept({ ok: true }) },
 * })
 * ```
 *
 * Rejects with the tool's own error when the tool fails, and with a `ScriptError` when tool and script do not fit.
 */
export async function runScript<P extends Schema, E extends Elicits, R>(
  tool: McpTool<string, P, E, R>,
  params: InferInput<P>,
  script: Script<NoInfer<E>> = {},
): Promise<{ value: R; transcript: Transcript }> {
  const { runId = 'script', seed = 'script', clock = createVirtualClock(), messages, systemPrompt, principal } = script
  refuseOtherQuestions(tool, script.answers)
  const stock = new Stock()
  const deliveries = new Deliveries(clock)
  const peer = createScriptedPeer(script, stock, (delivery) => deliveries.add(delivery))
  const run = new Run<R>(tool, params, {
    peer,
    onWait: (wait, signal) => peer.wait(wait, signal),
    signalUrl: (run, name) => `https://signals.invalid/${run}/${name}`,
    runStep: createStepRunner(script.steps ?? {}, stock),
    journal: watch(script.journal ?? createMemoryJournal(), stock, peer.transcript),
    can: { roots: script.roots !== undefined, ...script.can },
    runId,
    seed,
    clock,
    ...defined({ messages, systemPrompt, principal }),
  })
  let result = await run.advance()
  while (result.type === 'parked') {
    await untilItWakes(result, deliveries.nextAt, clock, stock)
    deliveries.deliver(run)
    result = await run.advance()
  }
  if (result.type === 'failed') throw result.error
  if (result.type === 'cancelled') throw new ScriptError('the run was cancelled', stock.left())
  if (stock.left().length > 0) {
    const names = peer.transcript.flatMap((line) => (line.type === 'step' ? line.name : []))
    const steps = names.length > 0 ? `its steps were ${[...new Set(names)].join(', ')}` : 'it had no steps'
    throw new ScriptError(`${tool.name} ended without using the whole script (${steps})`, stock.left())
  }
  return { value: result.value, transcript: peer.transcript }
}

function refuseOtherQuestions({ name, questions }: McpTool, answers: object = {}): void {
  const others = Object.keys(answers).filter((key) => !Object.hasOwn(questions, key))
  if (others.length === 0) return
  const declared = Object.keys(questions).join(', ') || 'none'
  throw new ScriptError(`${name} declares no elicit ${others.join(', ')} (declared: ${declared})`, [])
}

/**
 * Puts each recorded step into the transcript. A step cannot stop a run, since what it throws is an outcome; the journal
 * can, so what the script lacks is thrown here, before the tool sees anything of it.
 */
function watch(journal: Journal, stock: Stock, transcript: Transcript): Journal {
  return {
    read: () => journal.read(),
    append(revision, write) {
      if (stock.problem !== undefined) throw stock.problem
      return andThen(journal.append(revision, write), () => keepSteps(write, transcript))
    },
  }
}

function keepSteps({ entries }: JournalWrite, transcript: Transcript): void {
  for (const entry of entries) {
    if ((entry.type !== 'value' && entry.type !== 'failure') || entry.kind !== 'step') continue
    const name = entry.key
    if (entry.type === 'failure') transcript.push({ type: 'step', name, failure: entry.failure })
    else transcript.push({ type: 'step', name, ...(entry.value !== undefined && { value: entry.value }) })
  }
}

/** Nothing more is said now, so only time can go on: until something arrives or is due. */
async function untilItWakes({ questions, waits, wakeAt }: Parked, nextAt: number, clock: Clock, stock: Stock) {
  const next = Math.min(nextAt, wakeAt ?? Number.POSITIVE_INFINITY)
  if (next === Number.POSITIVE_INFINITY) {
    const open = [...questions, ...waits].map(({ id }) => `"${id}"`).join(', ')
    throw new ScriptError(`the tool waits for ${open}, where the script is silent and nothing expires`, stock.left())
  }
  if (next > clock.now()) await new Promise<void>((ring) => clock.alarm(next, ring, true))
}
