import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'
import { useContinue } from './use-continue.ts'

/** No seat is asked until the user resumes the debate. */
export function PausedDebate({ session }: { session: Session }) {
  const { isBusy, resume } = useContinue(session.id)
  const round = openRound(session)
  return (
    <section className="running-step" aria-label={texts.nextStep}>
      <p>
        <strong>{texts.paused}</strong> {round === undefined ? texts.pausedBetween : texts.pausedRound(round.number)}
      </p>
      <button type="button" className="button" data-kind="primary" aria-disabled={isBusy} onClick={resume}>
        {texts.resume}
      </button>
    </section>
  )
}
