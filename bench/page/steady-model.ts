import { setTimeout as wait } from 'node:timers/promises'
import type { Model } from '@sweatpants/framework/models'

/** Tokens of an answer, and the milliseconds between two. */
const TOKENS = 300
const PACE = 10

/** Speaks at the pace of a fast model: paragraphs, and a list now and then. */
export const steadyModel: Model = {
  id: 'steady',
  async answer(_request, { signal, onPart }) {
    const pieces = Array.from({ length: TOKENS }, (_, index) => toPiece(index))
    for (const text of pieces) {
      await wait(PACE, undefined, { signal })
      onPart?.({ type: 'text', text })
    }
    const usage = { inputTokens: 400, outputTokens: TOKENS }
    return { content: [{ type: 'text', text: pieces.join('') }], model: 'steady', stopReason: 'endTurn', usage }
  },
}

function toPiece(index: number): string {
  if (index % 60 === 59) return '.\n\n'
  return index % 60 >= 40 && index % 5 === 0 ? '\n- point' : ` **word**${index}`
}
