import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { useContinue } from './use-continue.ts'

/** Nobody is asked until somebody says so. */
export function PausedDebate({ session }: { session: Session }) {
  const { isBusy, resume } = useContinue(session.id)
  const round = openRound(session)
  return (
    <section className="running-step" aria-label="Next step">
      <p>
        <strong>Paused.</strong>{' '}
        {round === undefined
          ? 'No round is begun until you resume.'
          : `Nobody is being asked. Round ${round.number} goes on where it is when you resume; whoever has answered is not asked again.`}
      </p>
      <button
        type="button"
        className="button"
        data-kind="primary"
        aria-disabled={isBusy}
        onClick={() => resume(round !== undefined)}
      >
        Resume
      </button>
    </section>
  )
}
