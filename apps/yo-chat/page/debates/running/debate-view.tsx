import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { useRef } from 'react'
import { ContextRequests } from '../context/context-requests.tsx'
import { DemoPanel } from '../demo-panel.tsx'
import { DebateReading } from '../reading/debate-reading.tsx'
import { DebateHead } from './debate-head.tsx'
import { LiveRound } from './live-round.tsx'
import { NextRound } from './next-round.tsx'
import { Outcome } from './outcome.tsx'
import { PausedDebate } from './paused-debate.tsx'
import { StalledRound } from './stalled-round.tsx'

/** The seats, the panel's requests, the next step, and the result so far. */
export function DebateView({ session }: { session: Session }) {
  const round = openRound(session)
  const { status } = session
  // The page moves to a round only for the person who began it.
  const isLed = useRef(false)
  const lead = () => {
    isLed.current = true
  }
  return (
    <>
      <DebateHead session={session} onBegin={lead} />
      {session.seats.every(({ family }) => family === 'demo') && <DemoPanel />}
      {status === 'paused' && <PausedDebate session={session} />}
      {status === 'active' && round && <StalledRound session={session} />}
      {round && <LiveRound key={round.number} session={session} round={round} isLed={isLed} />}
      <ContextRequests session={session} />
      {status === 'active' && !round && <NextRound key={session.currentRound} session={session} onBegin={lead} />}
      {session.consensus && <DebateReading session={session} />}
      <Outcome session={session} />
    </>
  )
}
