import type { Place, Positions, Track, TranscriptRound } from '@sweatpants/roundtable/browser'
import { Disclosure } from './disclosure.tsx'
import { Held } from './held.tsx'
import { SeatName } from './seat-name.tsx'
import { Section } from './section.tsx'
import { Statement } from './statement.tsx'
import { texts } from './texts.ts'

interface AnswersSectionProps {
  positions: Positions
  transcript: readonly TranscriptRound[]
}

/** A card for each panellist with its last answer. It opens to all its answers. */
export function AnswersSection({ positions: { kind, tracks }, transcript }: AnswersSectionProps) {
  if (transcript.length === 0) return null
  return (
    <Section title={texts.answers} hint={texts.answersHint}>
      <ul className="debate-cards">
        {tracks.map((track) => (
          <li key={track.seat.agentId} className="debate-card">
            <AnswerCard track={track} isEstimate={kind === 'estimate'} transcript={transcript} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface AnswerCardProps {
  track: Track
  isEstimate: boolean
  transcript: readonly TranscriptRound[]
}

function AnswerCard({ track: { seat, places }, isEstimate, transcript }: AnswerCardProps) {
  const last = places.findLast((place) => place.type === 'heard')
  const failure = places.findLast((place) => place.type === 'absent')
  const responses = transcript.flatMap((round) => round.responses.filter(({ agentId }) => agentId === seat.agentId))
  return (
    <>
      <h3>
        <SeatName agentId={seat.agentId} />
      </h3>
      {last === undefined ? <Silence failure={failure} /> : <p>{last.position}</p>}
      {last !== undefined && (
        <p className="hint">
          <Held words={last.held} isRange={isEstimate} />
        </p>
      )}
      {last !== undefined && failure !== undefined && <p className="problem">{texts.missed(failure.reason)}</p>}
      {responses.length > 0 && (
        <Disclosure summary={<span data-number="heard">{texts.allAnswers(responses.length)}</span>}>
          {() => responses.map((response) => <Statement key={response.round} response={response} />)}
        </Disclosure>
      )}
    </>
  )
}

const Silence = ({ failure }: { failure: Extract<Place, { type: 'absent' }> | undefined }) =>
  failure === undefined ? (
    <p className="hint">{texts.noAnswer}</p>
  ) : (
    <p className="problem">{texts.notHeard(failure.reason)}</p>
  )
