import { type ContextRecord, sayBallot, saySure, TITLES, type TranscriptRound } from '@sweatpants/roundtable/browser'
import { Disclosure } from './disclosure.tsx'
import { SeatName } from './seat-name.tsx'
import { Section } from './section.tsx'
import { Statement } from './statement.tsx'

/** All events of the debate, in order. */
export function TranscriptSection({ transcript }: { transcript: readonly TranscriptRound[] }) {
  if (transcript.length === 0) return <p className="hint">Nothing has been said yet.</p>
  return (
    <Section title={TITLES.transcript}>
      {transcript.map((round) => (
        <Disclosure key={round.number} className="debate-round" summary={summaryOf(round)}>
          {() => <RoundTranscript round={round} />}
        </Disclosure>
      ))}
    </Section>
  )
}

function summaryOf({ number, responses, failures, isOpen }: TranscriptRound): string {
  const missing = new Set(failures.map(({ agentId }) => agentId)).size
  const lost = missing === 0 ? '' : `, ${missing} not heard`
  return `Round ${number}: ${responses.length} answered${lost}${isOpen ? ', in progress' : ''}`
}

function RoundTranscript({ round }: { round: TranscriptRound }) {
  const { number, focusQuestion, given, ballots, responses, failures, requests, summary, consensus } = round
  return (
    <>
      {focusQuestion !== undefined && (
        <p>
          Focus question: <strong>{focusQuestion}</strong>
        </p>
      )}
      {given.map((record) => (
        <Told key={record.id} record={record} />
      ))}
      {ballots.map(({ agentId, position, answer, confidence }) => (
        <p key={agentId}>
          <SeatName agentId={agentId} /> {sayBallot(number)}: {answer !== undefined && `${answer}: `}
          {position} ({saySure(confidence)})
        </p>
      ))}
      {responses.map((response) => (
        <div key={response.agentId}>
          <h3>
            <SeatName agentId={response.agentId} />
          </h3>
          <Statement response={response} />
        </div>
      ))}
      {failures.map(({ agentId, phase, reason }) => (
        <p key={`${agentId} ${phase}`} className="problem">
          <SeatName agentId={agentId} /> was not heard{phase === 'ballot' ? ' in the ballot' : ''}: {reason}
        </p>
      ))}
      {requests.map(({ id, agentId, query, reason, priority }) => (
        <p key={id}>
          <SeatName agentId={agentId} /> asks ({priority}): {query} <span className="hint">{reason}</span>
        </p>
      ))}
      {summary !== undefined && <p>{summary.text}</p>}
      {consensus !== undefined && <p className="hint">{consensus.recommendation}</p>}
    </>
  )
}

const Told = ({ record: { agentId, query, answer } }: { record: ContextRecord }) => (
  <div>
    <p>
      All were told what <SeatName agentId={agentId} /> asked: {query}
    </p>
    <blockquote>{answer?.success ? answer.result : `Unavailable: ${answer?.error ?? 'no answer'}`}</blockquote>
  </div>
)
