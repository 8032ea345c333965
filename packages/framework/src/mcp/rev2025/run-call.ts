import type { Server } from '@modelcontextprotocol/server'
import { describeWaits } from '../../inbox/others.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { RunHandle } from '../../tools/run-handle.ts'
import type { McpTool } from '../../tools/tool.ts'
import { mintId } from '../../tools/uuid.ts'
import { type ClientCapabilities, toCan } from '../core/client-capabilities.ts'
import { readAnswer, readOlderAnswer } from '../core/fit-form.ts'
import { readArguments } from '../core/offered.ts'
import type { Ended } from '../core/outcome.ts'
import { SESSION_VERSIONS } from '../core/revision.ts'
import type { Call, MethodParts, Params } from './methods.ts'
import type { SessionJournal } from './session-journal.ts'
import { SessionOutside } from './session-outside.ts'
import { SessionPeer } from './session-peer.ts'

/** Runs a tool for a request of a session. A run that asks its client is stored, where the session is. */
export async function runCall(
  parts: MethodParts,
  tool: McpTool,
  params: Params,
  { context, server, principal, stored }: Call,
  runId: string = context.restored?.id ?? mintId(),
): Promise<Ended> {
  const { catalog, sampler, heartbeat, onVersionChange, onError } = parts
  const client = capabilitiesOf(server)
  const isRestored = context.restored !== undefined
  const kept = isRestored ? undefined : stored?.createJournal(runId)
  const journal = isRestored ? stored!.openJournal(runId) : kept
  let keeping: Promise<void> | undefined
  const store = async (journal: SessionJournal) => {
    await journal.keep()
    await context.keep(runId)
    context.leave = leave
  }
  const keep =
    kept &&
    (() => {
      // Several questions may be asked at once.
      keeping ??= store(kept)
      return keeping
    })
  const hasOlderForms = server.getNegotiatedProtocolVersion() !== SESSION_VERSIONS[0]
  const viewOf = (question: ElicitEffect) => catalog.questionView(client, question)
  const pages = context.restored?.pages
  const peer = new SessionPeer(context, client, sampler, { runId, keep, heartbeat, hasOlderForms, viewOf, pages })
  const onSignal = (signal: string) => void peer.completed(signal).catch(onError)
  const outside = new SessionOutside({ ...parts, runId, principal, ttl: stored?.lifetime, onSignal })
  const run = new RunHandle(tool, readArguments(params), {
    runId,
    peer,
    ...(journal !== undefined && { journal }),
    // Set once the call is stored.
    runStep: (name, body, step) => (context.leave === undefined ? body(step) : stored!.runStep(name, body, step)),
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
    signal: context.signal,
    onError,
    ...(principal !== undefined && { principal }),
    ...(onVersionChange !== undefined && { onVersionChange }),
  })
  outside.attach(run)
  const leave = (isForced: boolean) => (isForced || peer.isAsking || run.waits) && run.drop()
  if (isRestored) context.leave = leave
  const cancel = () => run.cancel()
  context.signal.addEventListener('abort', cancel, { once: true })
  // A run that cannot go on here is not over: another process goes on with it, or this one when its tools have changed.
  let isOver = false
  try {
    const ended = await run.ended
    isOver = true
    return ended
  } finally {
    peer.end()
    context.signal.removeEventListener('abort', cancel)
    await outside.end(isOver).catch(onError)
  }
}

export const capabilitiesOf = (server: Server): ClientCapabilities =>
  (server.getClientCapabilities() ?? {}) as ClientCapabilities
