import { countHeard, isRunning, type Round, readBallot, type Session } from '@sweatpants/roundtable/browser'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { SeatName } from '../reading/seat-name.tsx'
import { SeatCard } from './seat-card.tsx'
import { texts } from './texts.ts'

interface LiveRoundProps {
  session: Session
  round: Round
  /** Whether the user of this page has just started the round. */
  isLed: RefObject<boolean>
}

/** A running round, with a card for every panellist from the start. */
export function LiveRound({ session, round, isLed }: LiveRoundProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isLed.current) heading.current?.focus()
    isLed.current = false
  }, [isLed])
  const { answered, failed, asked } = countHeard(session, round)
  const isSummedUp = answered > 0 && answered + failed === asked && isRunning(session)
  return (
    <section className="running-round" aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {texts.round(round.number, session.totalRounds)}
      </h2>
      {round.focusQuestion !== undefined && (
        <p>
          <span className="hint">{texts.focus}</span> {round.focusQuestion}
        </p>
      )}
      {round.ballots.length > 0 && <p className="hint">{texts.ballots[readBallot(session, round.number)]}</p>}
      <ol className="running-seats">
        {round.agentIds.map((agentId) => (
          <SeatCard key={agentId} session={session} round={round} agentId={agentId} />
        ))}
        {round.number === 1 &&
          session.absent.map(({ agentId, model, reason }) => (
            <li key={agentId} className="running-seat" data-state="failed">
              <h3>
                <SeatName agentId={agentId} />
              </h3>
              <p className="hint">{model}</p>
              <p className="problem">{texts.absent(reason)}</p>
            </li>
          ))}
      </ol>
      <p className="running-summing">
        {isSummedUp && (
          <>
            <span className="spinner" aria-hidden="true" /> {texts.summingUp}
          </>
        )}
      </p>
    </section>
  )
}
