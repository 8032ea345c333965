import { suggestCorrections } from './corrections.ts'
import { suggestFromDebate } from './debate-voice.ts'
import type { Suggest } from './place.ts'
import { suggestMove } from './play-move.ts'
import { suggestFromMessage } from './read-message.ts'
import type { Situation } from './situation.ts'

const SOURCES: readonly ((situation: Situation) => Suggest)[] = [
  suggestCorrections,
  suggestMove,
  suggestFromDebate,
  suggestFromMessage,
]

/** All that is known about a place, from the surest source to the vaguest. */
export function suggestFor(situation: Situation): Suggest {
  const suggests = SOURCES.map((source) => source(situation))
  return (place) => suggests.flatMap((suggest) => suggest(place))
}
