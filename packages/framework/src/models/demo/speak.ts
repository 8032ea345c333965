import { debateText } from './debate-voice.ts'
import { introduce } from './introduce.ts'
import { moveFor } from './play-move.ts'
import type { Situation } from './situation.ts'
import type { Answer } from './strategy.ts'

/** A move where a board waits for one, an argument where a topic is debated, and else what this model is. */
export function speak(situation: Situation): Answer {
  const move = moveFor(situation)
  if (move !== undefined) return { type: 'data', value: move }
  return { type: 'text', text: debateText(situation) ?? introduce(situation) }
}
