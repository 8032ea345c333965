import { createMcpTool, EffectError, type McpTool, runTool } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/chat'
import type { Model } from '@sweatpants/framework/models'
import { RoundtableError } from '../errors.ts'
import { synthesisPrompt } from '../prompts/synthesis-prompt.ts'
import type { Session } from '../session/session.ts'
import type { SessionManager } from '../session/session-manager.ts'
import type { Lease } from './leases.ts'
import { RoundHost } from './round-host.ts'
import { createSeatModels } from './seat-models.ts'
import type { DebateSettings } from './settings.ts'
import { RECORD } from './table.ts'

export interface SynthesisOptions {
  store: Store
  sessions: SessionManager
  resolve: (model: string) => Promise<Model>
  settings: DebateSettings
  lease: Lease
  session: Session
  signal: AbortSignal
}

/** Has a model write up the whole debate. A run of its own: what was answered is not paid for again. */
export async function writeSynthesis(options: SynthesisOptions): Promise<Session> {
  const { store, sessions, resolve, settings, lease, session, signal } = options
  const author = session.responses.at(-1)?.agentId
  if (author === undefined)
    throw new RoundtableError('invalid', 'Nobody has been heard in this debate yet, so there is nothing to write up.')
  const runId = `roundtable/${session.id}/synthesis/${session.currentRound}`
  const peer = new RoundHost({
    runId,
    caller: session.id,
    interrupt: signal,
    model: createSeatModels(session, resolve),
    async record(happening, commandId) {
      await sessions.append(session.id, [happening], { commandId, fence: lease.fence })
    },
  })
  const result = await runTool(createSynthesis(session, author, settings), undefined, {
    runId,
    journal: store.runs.journal(runId),
    peer,
    can: { elicitation: true, sampling: true },
  })
  if (result.type === 'completed') return (await sessions.loadAt(session.id)).session
  // A failure is an outcome, and would be the outcome for ever.
  await store.runs.delete(runId)
  const reason =
    result.type === 'failed' && result.error instanceof EffectError ? result.error.failure.message : result.type
  throw new RoundtableError(
    'model_failed',
    `The debate could not be written up: ${reason}. Call it again to try once more.`,
  )
}

function createSynthesis(session: Session, author: string, { promptTokens, answerTokens }: DebateSettings): McpTool {
  return createMcpTool('roundtable_synthesis')
    .version('1')
    .elicits(RECORD)
    .execute(function* (_, ctx) {
      const { system, message } = synthesisPrompt({ session, nonce: yield* ctx.uuid(), promptTokens })
      const { text, model, usage } = yield* ctx.sample({
        key: author,
        messages: [{ role: 'user', content: message }],
        systemPrompt: system,
        maxTokens: answerTokens,
      })
      const synthesis = { text, model, usage, round: session.currentRound }
      yield* ctx.elicit('record', { message: 'synthesis', happening: { type: 'synthesis_write', synthesis } })
    })
    .build()
}
