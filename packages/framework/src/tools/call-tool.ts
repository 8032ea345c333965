import type { Answers } from './answer-box.ts'
import { defined } from './defined.ts'
import type { ElicitEffect } from './effects/elicit.ts'
import type { LogLevel } from './effects/emit.ts'
import type { SampleEffect, SampleReply } from './effects/sample.ts'
import type { ElicitAnswer, Elicits } from './elicit.ts'
import { SweatpantsError, ToolCapabilityError } from './errors.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { type MaybePromise, orAborted } from './maybe-promise.ts'
import { type Deferred, deferred, type Failed, failed, type Outcome, settle, succeeded } from './outcome.ts'
import type { OutsideWait } from './outside.ts'
import type { Peer } from './peer.ts'
import { type RunResult, runTool } from './run-tool.ts'
import type { InferInput, Schema } from './schema.ts'
import type { McpTool } from './tool.ts'

export interface CallOptions {
  /** Asks the person and resolves to the answer. `signal` aborts when the question is withdrawn. */
  onQuestion?: (question: ElicitEffect, signal: AbortSignal) => MaybePromise<ElicitAnswer>
  /**
   * For code that cannot wait for a person, in place of `onQuestion`: called with all open questions once nothing else can run.
   * Resolves to answers by question id. A rejection lets go of the run, which goes on from its journal in the next call with
   * the same `runId`. Three times in a row no answer to an open question rejects the call.
   */
  onPark?: (questions: readonly ElicitEffect[]) => MaybePromise<Answers>
  /** Answers samples: a `Model`, such as one of `fromLanguageModel`. Without it a sample fails. */
  model?: { answer(request: SampleEffect, call: { signal: AbortSignal }): Promise<SampleReply> }
  onProgress?: (message: string, progress: number | undefined) => void
  onLog?: (level: LogLevel, message: string) => void
  /** Where journals are stored: `createRuns(store)`. A second call with the same `runId` goes on where the first one was. */
  runs?: CallJournals
  /** Identifies the run. Required with `runs`. */
  runId?: string
  /** Who calls the tool: `ctx.principal`, and who gave the answers. */
  principal?: string
  /** Aborting it cancels the run: its `finally` blocks run, and then the call rejects with the reason. */
  signal?: AbortSignal
}

/** Returns the journal of a run. */
export interface CallJournals {
  journal(runId: string): Journal
}

/**
 * Runs a tool in this process and resolves to what it returns. Rejects with the error that the tool throws.
 *
 * ```ts
 * const booking = await callTool(bookFlight, { from: 'Rome', to: 'Oslo' }, {
 *   onQuestion: async (question) => ({ action: 'accept', content: await showForm(question) }),
 *   runs: createRuns(store),
 *   runId: 'booking-7',
 * })
 * ```
 */
export async function callTool<P extends Schema, E extends Elicits, T>(
  tool: McpTool<string, P, E, T>,
  params: InferInput<P>,
  options: CallOptions = {},
): Promise<T> {
  const { onPark, runs, runId, principal, signal } = options
  const canAsk = options.onQuestion !== undefined || onPark !== undefined
  if (runs !== undefined && runId === undefined)
    throw new SweatpantsError(`callTool(${tool.name}): \`runs\` needs a \`runId\`, under which the run is found again`)
  // Its own types are what its own schemas give.
  let result = await runTool(tool as unknown as McpTool<string, Schema, Elicits, T>, params, {
    peer: createCallPeer(options),
    can: { elicitation: canAsk, url: canAsk, sampling: options.model !== undefined, roots: false, tasks: false },
    onWait: refuseWait,
    // With a journal the arguments are checked before the tool runs.
    journal: runs?.journal(runId!) ?? createMemoryJournal(),
    ...defined({ runId, principal, signal }),
  })
  let misses = 0
  while (result.type === 'parked') {
    // Only elicits are deferred, and only if there is an `onPark`.
    const questions = result.questions as readonly ElicitEffect[]
    const ask = async () => onPark!(questions)
    const answers = await orAborted(ask(), signal).catch((error) => {
      // The run goes on without answers, to its `finally` blocks.
      if (!signal?.aborted) throw error
    })
    const given = Object.keys(answers ?? {})
    result = await result.resume(answers ?? {})
    misses = isMissed(questions, given, result) ? misses + 1 : 0
    if (misses === MOST_MISSES) {
      const open = questions.map(({ id }) => id).join(', ')
      throw new SweatpantsError(
        `callTool(${tool.name}): \`onPark\` returns answers by question id, and gave ${given.join(', ') || 'none'}; open is ${open}`,
      )
    }
  }
  if (result.type === 'completed') return result.value
  if (result.type === 'cancelled') throw signal?.reason ?? new SweatpantsError(`${tool.name} was cancelled`)
  throw result.error instanceof ToolCapabilityError ? withRemedy(tool.name, result.error) : result.error
}

/** With answers that never reach a question the call would go round for ever, and nothing else in the process would run. */
const MOST_MISSES = 3

/** Whether no answer came to a question that was open. */
const isMissed = (open: readonly ElicitEffect[], given: readonly string[], result: RunResult): boolean =>
  result.type === 'parked' &&
  (given.length === 0 || result.ignored.some(({ reason }) => reason === 'unknown')) &&
  result.questions.every((question) => question.type === 'elicit' && open.includes(question))

/** The peer of a call within this process. */
export function createCallPeer({ onQuestion, onPark, model, onProgress, onLog }: CallOptions): Peer {
  return {
    answer(effect, signal): MaybePromise<Outcome | Deferred> {
      switch (effect.type) {
        case 'elicit':
          if (onQuestion !== undefined) return settle(() => orAborted(onQuestion(effect, signal), signal))
          return onPark === undefined ? failed(new SweatpantsError(unanswerable(effect))) : deferred
        case 'sample':
          return model === undefined
            ? failed(new SweatpantsError(NO_MODEL))
            : settle(() => model.answer(effect, { signal }))
        case 'roots':
          return succeeded({ roots: [] })
        case 'detach':
          return succeeded(false)
        case 'log':
          onLog?.(effect.level, effect.message)
          return succeeded(undefined)
        case 'notify':
          onProgress?.(effect.message, effect.progress)
          return succeeded(undefined)
      }
    },
  }
}

const NO_MODEL = 'this call has no model; pass `model`, such as fromLanguageModel(…)'

const unanswerable = ({ toolName, key, message }: ElicitEffect): string =>
  `${toolName} asks "${key}" (${JSON.stringify(message)}), and this call cannot ask; pass \`onQuestion\``

/** No process is there to take what arrives later. */
function refuseWait(wait: OutsideWait): Failed {
  const what =
    wait.type === 'signal' ? `the signal "${wait.key}"` : `an answer to "${wait.key}" from ${wait.to.join(', ')}`
  return failed(new SweatpantsError(`callTool cannot wait for ${what}; serve the tool with createChat or as a task`))
}

const REMEDIES: Readonly<Record<string, string>> = { elicitation: '`onQuestion`', sampling: '`model`' }

function withRemedy(tool: string, { missing }: ToolCapabilityError): ToolCapabilityError {
  const options = missing.map((need) => REMEDIES[need] ?? need).join(' and ')
  return new ToolCapabilityError(tool, missing, `pass ${options} to the call`)
}
