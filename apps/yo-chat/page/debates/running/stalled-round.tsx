import type { DebateSnapshot, Session } from '@sweatpants/roundtable/browser'
import { useContinue } from './use-continue.ts'
import { useStalled } from './use-stalled.ts'

interface StalledRoundProps {
  session: Session
  connection: DebateSnapshot['connection']
}

/** Offers to finish a round that was interrupted. */
export function StalledRound({ session, connection }: StalledRoundProps) {
  const isStalled = useStalled(session, connection)
  const { isBusy, goOn } = useContinue(session.id)
  return (
    <div role="status">
      {isStalled && (
        <section className="running-step" data-kind="warning" aria-label="Next step">
          <p>
            <strong>Round {session.currentRound} was interrupted.</strong> Nobody plays it any more. You can have it
            finished: whoever has answered is not asked again.
          </p>
          <button type="button" className="button" data-kind="primary" aria-disabled={isBusy} onClick={() => goOn()}>
            Finish round {session.currentRound}
          </button>
        </section>
      )}
    </div>
  )
}
