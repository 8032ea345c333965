import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'
import { useContinue } from './use-continue.ts'

/** Offers to finish an interrupted round, and explains a blocked one. */
export function StalledRound({ session }: { session: Session }) {
  const { isBusy, resume } = useContinue(session.id)
  const { number, stage } = openRound(session)!
  return (
    <div role="status">
      {stage === 'interrupted' && (
        <section className="running-step" data-kind="warning" aria-label={texts.nextStep}>
          <p>
            <strong>{texts.interrupted(number)}</strong> {texts.interruptedHint}
          </p>
          <button type="button" className="button" data-kind="primary" aria-disabled={isBusy} onClick={resume}>
            {texts.finish(number)}
          </button>
        </section>
      )}
      {stage === 'blocked' && (
        <section className="running-step" data-kind="warning" aria-label={texts.nextStep}>
          <p>
            <strong>{texts.blocked(number)}</strong> {texts.blockedHint}
          </p>
        </section>
      )}
    </div>
  )
}
