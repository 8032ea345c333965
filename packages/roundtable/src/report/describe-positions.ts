import { quote, sayList } from '../session/phrases.ts'
import type { QuestionKind } from '../session/question.ts'
import type { Place, Positions, Track } from './positions.ts'
import { PLACES, sayPercent } from './words.ts'

/** Describes the picture of positions in words, in one or two sentences per stop. */
export const describePositions = ({ kind, stops, lanes, tracks }: Positions): string[] =>
  stops.map(({ label }, index) => {
    const at = <T extends Place['type']>(type: T) =>
      tracks.flatMap((track) => {
        const place = track.places[index]!
        return place.type === type ? [{ track, place: place as Extract<Place, { type: T }> }] : []
      })
    const heard = at('heard')
    const sayVoters = (lane: number | undefined) =>
      sayList(heard.filter(({ place }) => place.lane === lane).map(({ track, place }) => sayVoter(track, place, kind)))
    const votes = lanes.map(({ letter, answer }, lane) => ({
      voters: sayVoters(lane),
      says: `${letter}, ${quote(answer)}`,
    }))
    const parts = [
      ...votes.map(({ voters, says }) => (voters === '' ? '' : `for ${says}: ${voters}`)),
      say('without a clear answer', sayVoters(undefined)),
      say('not heard', sayNames(at('absent'))),
      say(PLACES.waiting, sayNames(at('waiting'))),
    ]
    return `${label}: ${parts.filter((part) => part !== '').join('; ') || 'no one was heard'}.`
  })

const say = (what: string, who: string): string => (who === '' ? '' : `${what}: ${who}`)

const sayNames = (found: readonly { track: Track }[]): string => sayList(found.map(({ track }) => track.seat.name))

function sayVoter(
  { seat }: Track,
  { confidence, held, flip }: Extract<Place, { type: 'heard' }>,
  kind: QuestionKind,
): string {
  const notes = [
    ...(kind === 'estimate' ? [held] : confidence === undefined ? [] : [sayPercent(confidence)]),
    ...(flip === undefined ? [] : ['changed its mind']),
  ]
  return notes.length === 0 ? seat.name : `${seat.name} (${notes.join(', ')})`
}
