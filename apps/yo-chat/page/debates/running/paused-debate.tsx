import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { useContinue } from './use-continue.ts'

/** No seat is asked until the user resumes the debate. */
export function PausedDebate({ session }: { session: Session }) {
  const { isBusy, resume } = useContinue(session.id)
  const round = openRound(session)
  return (
    <section className="running-step" aria-label="Next step">
      <p>
        <strong>Paused.</strong>{' '}
        {round === undefined
          ? 'No round starts until you resume.'
          : `Round ${round.number} continues when you resume. Panellists who have answered are not asked again.`}
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
