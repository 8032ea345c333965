import { waitsForOwner } from '../chat/asked.ts'
import { type ChatState, endOf } from '../chat/state.ts'
import { isAnswer } from './answers.ts'
import type { ChatSource } from './chat-source.ts'
import { toChunks } from './ui-chunks.ts'
import { type AnyMessage, partsOf, type UiChunk, type UiMessage } from './ui-message.ts'
import { toTurnId, toUIMessages } from './ui-messages.ts'

export interface TurnStreamOptions {
  source: ChatSource
  /** What the page shows of the turn already. */
  shown?: AnyMessage
  /** The place from which the state counts: that of the command which the page has sent. */
  from: number
  /** Returns the turn to show; `undefined` while it has not begun, `null` if it never will. */
  turnOf: (state: ChatState) => number | null | undefined
  /** Ends the stream while the turn waits for the page, because a page sends answers only when its stream has ended. */
  endsAtQuestions: boolean
  /** Why answers of this request were refused, by elicitId. */
  refusals?: ReadonlyMap<string, string>
  signal?: AbortSignal | undefined
}

/** Streams a turn from what the page shows, until it has ended or waits for the page. Leaving the stream does not stop the turn. */
export function streamTurn(options: TurnStreamOptions): ReadableStream<UiChunk> {
  const leaving = new AbortController()
  const { signal } = options
  const left = signal === undefined ? leaving.signal : AbortSignal.any([leaving.signal, signal])
  const chunks = toTurnChunks(options, left)
  return new ReadableStream<UiChunk>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => leaving.abort(),
  })
}

async function* toTurnChunks(options: TurnStreamOptions, signal: AbortSignal): AsyncGenerator<UiChunk, void, void> {
  const { source, from, turnOf, endsAtQuestions, refusals } = options
  let shown = options.shown
  let hasBegun = false
  let turn: number | null | undefined
  for await (const state of source.follow(signal)) {
    if (state.lsn < from) continue
    // A reset deletes the messages of a turn that is still being stopped.
    turn ??= turnOf(state)
    if (turn === null) return yield { type: 'abort' }
    if (turn === undefined) {
      // The turn before it asks, and a page cannot answer behind a message.
      if (endsAtQuestions && waitsForOwner(state) && !state.turn?.aborting) await source.command({ type: 'abort' })
      continue
    }
    const message = withRefusals(toTurnMessage(state, turn, shown), refusals)
    if (!hasBegun) yield { type: 'start', messageId: message.id }
    hasBegun = true
    yield* toChunks(shown, message)
    shown = message
    if (state.turn?.turn !== turn) return yield* toEnd(state, turn, message)
    if (endsAtQuestions && waitsForOwner(state)) return yield { type: 'finish' }
  }
}

const toTurnMessage = (state: ChatState, turn: number, shown: AnyMessage | undefined): UiMessage =>
  toUIMessages(state).find(({ id }) => id === toTurnId(turn)) ?? {
    id: toTurnId(turn),
    role: 'assistant',
    // Another client has taken the turn away. An answer that stays one would be sent again without an end.
    parts: partsOf(shown).map((part) => (isAnswer(part) ? { ...part, ...WITHDRAWN } : part)),
  }

const WITHDRAWN = { state: 'output-error', errorText: 'withdrawn', providerExecuted: true }

/** The state does not say why the server refused an answer before it was stored. */
function withRefusals(message: UiMessage, refusals: ReadonlyMap<string, string> = new Map()): UiMessage {
  if (refusals.size === 0) return message
  const parts = message.parts.map((part) => {
    const refusal = part.state === 'input-available' ? refusals.get(part.toolCallId ?? '') : undefined
    return refusal === undefined ? part : { ...part, input: { ...(part.input as object), refusal } }
  })
  return { ...message, parts }
}

function* toEnd(state: ChatState, turn: number, { metadata }: UiMessage): Generator<UiChunk, void, void> {
  const { reason, problem } = endOf(state, turn)
  if (problem !== undefined) yield { type: 'error', errorText: problem.message }
  else if (reason === 'aborted') yield { type: 'abort' }
  else yield { type: 'finish', ...(metadata !== undefined && { messageMetadata: metadata }) }
}
