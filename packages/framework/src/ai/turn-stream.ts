import type { ChatState } from '../chat/state.ts'
import type { ChatSource } from './chat-source.ts'
import { toChunks } from './ui-chunks.ts'
import type { AnyMessage, UiChunk, UiMessage } from './ui-message.ts'
import { toTurnId, toUIMessages } from './ui-messages.ts'

export interface TurnStreamOptions {
  source: ChatSource
  /** What the page shows of the turn already. */
  shown?: AnyMessage
  /** The place from which the state counts: that of the command which the page has sent. */
  from: number
  /** Returns the turn to show; `undefined` while it has not begun. */
  turnOf: (state: ChatState) => number | undefined
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
  for await (const state of source.follow(signal)) {
    const turn = turnOf(state)
    if (state.lsn < from || turn === undefined) continue
    const message = withRefusals(toTurnMessage(state, turn), refusals)
    if (!hasBegun) yield { type: 'start', messageId: message.id }
    hasBegun = true
    yield* toChunks(shown, message)
    shown = message
    if (state.turn?.turn !== turn) return yield* toEnd(state, turn, message)
    if (endsAtQuestions && waitsForPage(state)) return yield { type: 'finish' }
  }
}

const toTurnMessage = (state: ChatState, turn: number): UiMessage =>
  toUIMessages(state).find(({ id }) => id === toTurnId(turn)) ?? { id: toTurnId(turn), role: 'assistant', parts: [] }

/** The state does not say why the server refused an answer before it was stored. */
function withRefusals(message: UiMessage, refusals: ReadonlyMap<string, string> = new Map()): UiMessage {
  if (refusals.size === 0) return message
  const parts = message.parts.map((part) => {
    const refusal = part.state === 'input-available' ? refusals.get(part.toolCallId ?? '') : undefined
    return refusal === undefined ? part : { ...part, input: { ...(part.input as object), refusal } }
  })
  return { ...message, parts }
}

function* toEnd({ ended, error }: ChatState, turn: number, { metadata }: UiMessage): Generator<UiChunk, void, void> {
  const reason = ended?.turn === turn ? ended.reason : 'complete'
  if (reason === 'failed') yield { type: 'error', errorText: error?.message ?? 'the turn failed' }
  else if (reason === 'aborted') yield { type: 'abort' }
  else yield { type: 'finish', ...(metadata !== undefined && { messageMetadata: metadata }) }
}

/** Whether nothing goes on until the person at the page answers. Questions to other people are not for the page. */
export function waitsForPage({ turn, pendingElicits, pendingApprovals }: ChatState): boolean {
  const asked = [...Object.values(pendingElicits), ...Object.values(pendingApprovals)]
  return turn?.waits === true && asked.some(({ status }) => status === 'pending')
}
