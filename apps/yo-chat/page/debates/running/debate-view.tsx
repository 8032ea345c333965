import { openRound, readReport, type Session, sayProgress } from '@sweatpants/roundtable/browser'
import { useMemo, useRef } from 'react'
import { ContextRequests } from '../context/context-requests.tsx'
import { DemoPanel } from '../demo-panel.tsx'
import { Answer } from '../reading/answer.tsx'
import { DebateReading } from '../reading/debate-reading.tsx'
import { KnownSeats } from '../reading/seat-name.tsx'
import { Section } from '../reading/section.tsx'
import { DebateActions } from './debate-actions.tsx'
import { DebateFacts } from './debate-facts.tsx'
import { LiveRound } from './live-round.tsx'
import { NextRound } from './next-round.tsx'
import { Outcome } from './outcome.tsx'
import { PausedDebate } from './paused-debate.tsx'
import { StalledRound } from './stalled-round.tsx'
import { texts } from './texts.ts'

/** The question, then the round in progress and the answer so far, then what the person can do, then the report. */
export function DebateView({ session }: { session: Session }) {
  const round = openRound(session)
  const { status, rounds, topic } = session
  const hasEnded = rounds[0]?.endedAt !== undefined
  const report = useMemo(() => (hasEnded ? readReport(session) : undefined), [session, hasEnded])
  // Between rounds and at the end, the answer follows the question; the facts are at the end of the page.
  const isRead = hasEnded && round === undefined
  // The page moves to a round only for the person who began it.
  const isLed = useRef(false)
  const lead = () => {
    isLed.current = true
  }
  const actions = <DebateActions session={session} onBegin={lead} />
  return (
    <KnownSeats session={session}>
      <div className="running-head">
        <h2 className="running-topic">{topic}</h2>
        {isRead && report?.headline.corrected !== undefined && <p className="hint">{report.headline.corrected}</p>}
        {!isRead && (
          <>
            <DebateFacts session={session} />
            <p className="running-status" data-number="answered">
              {sayProgress(session)}
            </p>
            {actions}
          </>
        )}
      </div>
      {session.seats.every(({ family }) => family === 'demo') && <DemoPanel />}
      {status === 'paused' && <PausedDebate session={session} />}
      {status === 'active' && round && <StalledRound session={session} />}
      {round && <LiveRound key={round.number} session={session} round={round} isLed={isLed} />}
      {report && <Answer report={report} />}
      {/* Always in this place: a form that moves would lose its draft and the focus. */}
      <ContextRequests session={session} />
      {status === 'active' && !round && <NextRound key={session.currentRound} session={session} onBegin={lead} />}
      {report && (
        <DebateReading report={report}>
          <Outcome session={session} />
          {isRead && actions}
        </DebateReading>
      )}
      {isRead && (
        <Section title={texts.about}>
          <DebateFacts session={session} />
        </Section>
      )}
    </KnownSeats>
  )
}
