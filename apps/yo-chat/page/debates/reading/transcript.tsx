import { Markdown } from '@sweatpants/framework/react'
import { type ContextRecord, TITLES, type TranscriptRound, toPlainText } from '@sweatpants/roundtable/browser'
import { Disclosure } from './disclosure.tsx'
import { HeldIn } from './held.tsx'
import { SeatName } from './seat-name.tsx'
import { Section } from './section.tsx'
import { Statement } from './statement.tsx'
import { texts } from './texts.ts'

/** All events of the debate, in order. */
export function TranscriptSection({ transcript }: { transcript: readonly TranscriptRound[] }) {
  if (transcript.length === 0) return <p className="hint">{texts.nothingSaid}</p>
  return (
    <Section title={TITLES.transcript}>
      {transcript.map((round) => (
        <Disclosure
          key={round.number}
          className="debate-round"
          summary={<span data-number="heard">{summaryOf(round)}</span>}
        >
          {() => <RoundTranscript round={round} />}
        </Disclosure>
      ))}
    </Section>
  )
}

function summaryOf({ number, responses, failures, isOpen }: TranscriptRound): string {
  const missing = new Set(failures.map(({ agentId }) => agentId)).size
  return texts.round(number, responses.length, missing, isOpen)
}

function RoundTranscript({ round }: { round: TranscriptRound }) {
  const { correction, focusQuestion, given, ballots, balloted, responses, failures, requests } = round
  const { summary, consensus } = round
  return (
    <>
      {correction !== undefined && <p>{correction}</p>}
      {focusQuestion !== undefined && (
        <p>
          {texts.focus} <strong>{focusQuestion}</strong>
        </p>
      )}
      {given.map((record) => (
        <Told key={record.id} record={record} />
      ))}
      {ballots.map((ballot) => (
        <p key={ballot.agentId}>
          <SeatName agentId={ballot.agentId} /> {balloted}: {ballot.answer !== undefined && `${ballot.answer}: `}
          {toPlainText(ballot.position)} (<HeldIn said={ballot} />)
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
          <SeatName agentId={agentId} /> {texts.failed(phase === 'ballot', reason)}
        </p>
      ))}
      {requests.map(({ id, agentId, query, reason, priority }) => (
        <p key={id}>
          <SeatName agentId={agentId} /> {texts.asks[priority](query)} <span className="hint">{reason}</span>
        </p>
      ))}
      {summary !== undefined && <Markdown text={summary.text} />}
      {consensus !== undefined && <p className="hint">{consensus.recommendation}</p>}
    </>
  )
}

const Told = ({ record: { agentId, query, answer } }: { record: ContextRecord }) => (
  <div>
    <p>
      {texts.told} <SeatName agentId={agentId} />: {query}
    </p>
    <blockquote>{answer?.success ? answer.result : texts.unavailable(answer?.error)}</blockquote>
  </div>
)
