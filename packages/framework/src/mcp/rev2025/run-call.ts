import { describeWaits } from '../../inbox/others.ts'
import { isDivergence, isLoss } from '../../log/machine.ts'
import { isRefused } from '../../log/retry.ts'
import { defined } from '../../tools/defined.ts'
import { Drained } from '../../tools/drain.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { StoreError } from '../../tools/errors.ts'
import { RunHandle } from '../../tools/run-handle.ts'
import type { McpTool } from '../../tools/tool.ts'
import { mintId } from '../../tools/uuid.ts'
import { toCan } from '../core/client-capabilities.ts'
import { readAnswer, readOlderAnswer } from '../core/fit-form.ts'
import { readArguments } from '../core/offered.ts'
import type { Ended } from '../core/outcome.ts'
import { SESSION_VERSIONS } from '../core/revision.ts'
import type { MethodParts, Params } from './methods.ts'
import type { SessionCall } from './session-call.ts'
import { SessionJournal } from './session-journal.ts'
import { SessionOutside } from './session-outside.ts'
import { readPages, SessionPeer } from './session-peer.ts'

/** Runs a tool for a request of a session. A run is stored, where the session is, when it first asks, waits for a signal or has its URL. */
export async function runCall(
  parts: MethodParts,
  tool: McpTool,
  params: Params,
  call: SessionCall,
  runId: string = call.restored?.runId ?? mintId(),
): Promise<Ended> {
  const { restored, signal } = call
  const { server, client, principal, stored } = call.session
  const { catalog, sampler, onVersionChange, onError } = parts
  const isRestored = restored !== undefined
  const stream = stored?.runs.journal(runId)
  let keeping: Promise<void> | undefined
  const store = async (journal: SessionJournal) => {
    await journal.keep().catch(async (error: unknown) => {
      // It was stored while the session was left. The client is told to call again, and may do so with the same key.
      if (error instanceof Drained) await stored!.forget(runId)
      throw error
    })
    // First: a session that is left meanwhile must not cancel a call with which another process may go on.
    call.leave = leave
    await call.keep(runId)
  }
  const keepNow = (): Promise<void> => {
    // Several questions may be asked at once.
    keeping ??= stored!.hold(runId, () => store(kept!))
    return keeping
  }
  const kept = isRestored ? undefined : stream && new SessionJournal(stream, keepNow)
  const journal = kept ?? stream
  const keep = kept && keepNow
  const hasOlderForms = server.getNegotiatedProtocolVersion() !== SESSION_VERSIONS[0]
  const viewOf = (question: ElicitEffect) => catalog.questionView(client, question)
  const pages = restored && readPages(restored.questions.values())
  const peer = new SessionPeer(call, client, sampler, { runId, keep, hasOlderForms, viewOf, pages })
  const onSignal = (signal: string) => void peer.completed(signal).catch(onError)
  const outside = new SessionOutside({ ...parts, runId, principal, isRestored, ttl: stored?.lifetime, onSignal })
  const run = new RunHandle(tool, readArguments(params), {
    runId,
    peer,
    ...(journal !== undefined && { journal }),
    // Set once the call is being stored.
    runStep: (name, body, step) => (call.leave === undefined ? body(step) : stored!.runStep(name, body, step)),
    readAnswer: hasOlderForms ? readOlderAnswer : readAnswer,
    async onWait(wait, ended) {
      // What arrives while no process runs finds the call again.
      await keep?.()
      const refusal = await outside.wait(wait, ended)
      if (refusal === undefined) await peer.say(describeWaits([wait])!)
      return refusal
    },
    ...(outside.signalUrl && { signalUrl: outside.signalUrl }),
    can: { ...toCan(client, sampler.hasModel), tasks: false },
    signal,
    onError,
    ...defined({ principal, onVersionChange }),
  })
  outside.attach(run)
  const leave = (isForced: boolean) => (isForced || peer.isAsking || run.waits) && run.drop()
  if (isRestored) call.leave = leave
  const cancel = () => run.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  let isOver = true
  try {
    return await run.ended
  } catch (error) {
    const isUnstored = call.isStored && error instanceof StoreError && !isRefused(error)
    // Another process goes on with the run, or this one when its tools have changed. Any other error ends the call.
    isOver = !isUnstored && !isLoss(error) && !(isRestored && isDivergence(error))
    if (!isUnstored) throw error
    onError(error)
    // The client resumes its stream, and the call goes on from what is stored.
    stored!.stop()
    throw new Drained('the store cannot be reached; the call goes on once it can', { cause: error })
  } finally {
    signal.removeEventListener('abort', cancel)
    await outside.end(isOver).catch(onError)
  }
}
