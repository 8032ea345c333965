import { type DebateSnapshot, openRound, type Session } from '@sweatpants/roundtable/browser'
import { useRef } from 'react'
import { ContextRequests } from '../context/context-requests.tsx'
import { DemoPanel } from '../demo-panel.tsx'
import { DebateReading } from '../reading/debate-reading.tsx'
import { DebateHead } from './debate-head.tsx'
import { LiveRound } from './live-round.tsx'
import { NextRound } from './next-round.tsx'
import { PausedDebate } from './paused-debate.tsx'
import { StalledRound } from './stalled-round.tsx'

interface DebateViewProps {
  session: Session
  connection: DebateSnapshot['connection']
}

/** Who is speaking, what they want to know, what can happen next, and what came of it so far. */
export function DebateView({ session, connection }: DebateViewProps) {
  const round = openRound(session)
  const { status } = session
  // Whoever has begun a round is led to it, and nobody else.
  const isLed = useRef(false)
  const lead = () => {
    isLed.current = true
  }
  return (
    <>
      <DebateHead session={session} onBegin={lead} />
      {session.seats.every(({ family }) => family === 'demo') && <DemoPanel />}
      {status === 'paused' && <PausedDebate session={session} />}
      {status === 'active' && round && <StalledRound session={session} connection={connection} />}
      {round && <LiveRound key={round.number} session={session} round={round} isLed={isLed} />}
      <ContextRequests session={session} />
      {status === 'active' && !round && <NextRound key={session.currentRound} session={session} onBegin={lead} />}
      {session.consensus && <DebateReading session={session} />}
    </>
  )
}
