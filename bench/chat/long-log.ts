import type { Patch } from '@sweatpants/framework/chat'

/** Patches of one turn; most are pieces of the answer. */
export const TURN_LENGTH = 50

const PIECE = 'Once upon a time there was a log that grew. '
const USAGE = { inputTokens: 10, outputTokens: 400 }

/**
 * The patches of so many turns. After each `kept` of them the chat is reset: the log grows, and its state does not.
 */
export const sayTurns = (count: number, kept: number): Patch[] =>
  Array.from({ length: count }, (_, i): Patch[] => {
    const reset: Patch[] = i > 0 && i % kept === 0 ? [{ type: 'reset' }] : []
    return [...reset, ...sayTurn(i + 1, TURN_LENGTH - reset.length)]
  }).flat()

function sayTurn(turn: number, length: number): Patch[] {
  const messageId = `m${turn}_0`
  const timestamp = Date.UTC(2026, 0, 1)
  const start: Patch[] = [
    { type: 'user_message', messageId: `u${turn}`, content: 'Tell me a story.', timestamp, commandId: `c${turn}` },
    { type: 'turn_start', turn, messageIds: [`u${turn}`], model: 'm' },
    { type: 'streaming_start', messageId, turn, attempt: 1, timestamp },
  ]
  const said = (text: string): Patch[] => [
    { type: 'streaming_end', messageId },
    {
      type: 'assistant_message',
      messageId,
      turn,
      content: [{ type: 'text', text }],
      model: 'm',
      stopReason: 'endTurn',
      usage: USAGE,
      timestamp,
    },
    { type: 'usage', turn, usage: USAGE },
    { type: 'turn_end', turn, reason: 'complete' },
  ]
  const count = length - start.length - said('').length
  const pieces = Array.from({ length: count }, (): Patch => ({ type: 'streaming_text', messageId, text: PIECE }))
  return [...start, ...pieces, ...said(PIECE.repeat(count))]
}
