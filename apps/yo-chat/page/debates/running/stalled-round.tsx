import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { useContinue } from './use-continue.ts'

/** Offers to finish an interrupted round, and explains a blocked one. */
export function StalledRound({ session }: { session: Session }) {
  const { isBusy, goOn } = useContinue(session.id)
  const { number, stage } = openRound(session)!
  return (
    <div role="status">
      {stage === 'interrupted' && (
        <section className="running-step" data-kind="warning" aria-label="Next step">
          <p>
            <strong>Round {number} was interrupted.</strong> You can finish it: panellists who have answered are not
            asked again.
          </p>
          <button type="button" className="button" data-kind="primary" aria-disabled={isBusy} onClick={() => goOn()}>
            Finish round {number}
          </button>
        </section>
      )}
      {stage === 'blocked' && (
        <section className="running-step" data-kind="warning" aria-label="Next step">
          <p>
            <strong>Round {number} is paused.</strong> It was begun with another version of the server, and continues by
            itself once that version is running again. You can also stop the debate.
          </p>
        </section>
      )}
    </div>
  )
}
