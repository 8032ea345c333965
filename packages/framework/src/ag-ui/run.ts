import type { ChatSession } from '../chat/chat-session.ts'
import { ifLate } from '../chat/refusal.ts'
import { type ChatState, endOf, everyMessage } from '../chat/state.ts'
import { createAttacher } from '../chat/with-attachments.ts'
import { HttpError } from '../http/http-error.ts'
import { toHttpError } from '../http/replies.ts'
import type { AgUiEvent, AgUiOutcome, AgUiUsage } from './event.ts'
import type { RunInput } from './input.ts'
import { type AgUiResume, toCommand, toInterrupts } from './interrupts.ts'
import { fromContent, toMessages } from './messages.ts'
import { answersOf, Told } from './told.ts'

/**
 * Serves one run of AG-UI: sends the new message or the answers of the client to the chat, and yields events until the turn ends
 * or waits for this user. A run without either yields the current state, as for a page that was reloaded. A turn continues when
 * its client disconnects.
 */
export async function* playRun(
  session: ChatSession,
  input: RunInput,
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): AsyncGenerator<AgUiEvent> {
  const { threadId, runId } = input
  yield { type: 'RUN_STARTED', threadId, runId, protocolVersion: '1.0' }
  try {
    await session.create()
    const attach = createAttacher(session.attachment)
    const state = await attach(await session.state())
    const sent = await take(session, input, state)
    if (sent.messageId === undefined) yield { type: 'MESSAGES_SNAPSHOT', messages: toMessages(state) }
    yield* follow(session, input, state, sent, { attach, signal })
  } catch (error) {
    const { status, code, message } = toHttpError(error)
    if (status >= 500) onError(error)
    yield { type: 'RUN_ERROR', code, message }
  }
}

interface Sent {
  /** The place in the log of what was sent. */
  lsn: number
  /** The id of the message that was sent, in the client. */
  messageId?: string
}

/** Sends what the client brings. Every command has an id that follows from the run, so that a repeated run sends nothing twice. */
async function take(session: ChatSession, { runId, messages, resume }: RunInput, state: ChatState): Promise<Sent> {
  const last = messages.at(-1)
  const isNew = last?.role === 'user' && !everyMessage(state).some(({ commandId }) => commandId === last.id)
  if (isNew && resume.length === 0 && toInterrupts(state).length > 0)
    throw new HttpError(409, 'interrupted', 'answer the open interrupts first: `resume` must name each of them')
  let lsn = 0
  for (const entry of resume) lsn = Math.max(lsn, await answer(session, entry, state, `${runId} ${entry.interruptId}`))
  if (!isNew) return { lsn }
  const sent = await session.command({ type: 'send', content: fromContent(last.content), commandId: last.id })
  return { lsn: sent, messageId: last.id }
}

/** An answer to a question that is over is dropped: the client is told what is open now. */
async function answer(session: ChatSession, entry: AgUiResume, state: ChatState, commandId: string): Promise<number> {
  const command = toCommand(entry, state)
  return command === undefined ? 0 : session.command({ ...command, commandId }).catch(ifLate)
}

async function* follow(
  session: ChatSession,
  { threadId, runId, isCurrent }: RunInput,
  known: ChatState,
  { lsn, messageId }: Sent,
  { attach, signal }: { attach: ReturnType<typeof createAttacher>; signal: AbortSignal },
): AsyncGenerator<AgUiEvent> {
  let turn = messageId === undefined ? (known.turn?.turn ?? known.turns) : undefined
  let told = turn === undefined ? undefined : new Told(turn, known)
  for await (const state of session.follow(signal)) {
    if (state.lsn < lsn) continue
    const sent = everyMessage(state).find(({ commandId }) => commandId === messageId)
    turn ??= sent?.turn
    if (turn === undefined) {
      // It was queued, and then replaced or reset by another client; or the turn before it waits for this user.
      const outcome = sent === undefined ? toStopped(isCurrent) : toInterrupted(state)
      if (outcome === undefined) continue
      yield { type: 'MESSAGES_SNAPSHOT', messages: toMessages(await attach(state)) }
      return yield { type: 'RUN_FINISHED', threadId, runId, usage: [], outcome }
    }
    told ??= new Told(turn, undefined)
    yield* told.next(await attach(state))
    const isOver = state.turn?.turn !== turn
    const { reason, problem } = endOf(state, turn)
    const ended = reason === 'aborted' ? toStopped(isCurrent) : { type: 'success' as const }
    const outcome = isOver ? ended : toInterrupted(state)
    // It waits for other people, or works.
    if (outcome === undefined) continue
    yield* told.close()
    if (isOver && problem !== undefined) return yield { type: 'RUN_ERROR', ...problem }
    return yield { type: 'RUN_FINISHED', threadId, runId, usage: usageOf(state, turn), outcome }
  }
  // A client that has left does not read it.
  yield signal.aborted
    ? { type: 'RUN_ERROR', code: 'closing', message: 'the server is shutting down; connect again' }
    : { type: 'RUN_ERROR', code: 'not_found', message: 'the session was deleted' }
}

const toStopped = (isCurrent: boolean): AgUiOutcome => ({ type: isCurrent ? 'cancelled' : 'success' })

function toInterrupted(state: ChatState): AgUiOutcome | undefined {
  const interrupts = state.turn?.waits ? toInterrupts(state) : []
  return interrupts.length === 0 ? undefined : { type: 'interrupt', interrupts }
}

const usageOf = (state: ChatState, turn: number): AgUiUsage[] =>
  answersOf(state, turn).flatMap(({ usage, model }) =>
    usage === undefined
      ? []
      : [{ ...(model !== undefined && { model }), inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }],
  )
