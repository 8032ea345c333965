import type { Verdict } from '@sweatpants/roundtable/browser'
import { useTell } from '../frame/notices.tsx'
import { useRequest } from '../frame/use-request.ts'
import { debates } from './debates.ts'
import { tellDebateChanged } from './list/debate-changed.ts'
import { texts } from './texts.ts'

const VERDICTS: readonly Verdict[] = ['right', 'wrong']

interface OutcomeButtonsProps {
  sessionId: string
  recorded?: Verdict | undefined
}

/** Records with one tap how a decision turned out. The recorded one can be changed. */
export function OutcomeButtons({ sessionId, recorded }: OutcomeButtonsProps) {
  const { isBusy, send } = useRequest(useTell())
  const record = async (verdict: Verdict) => {
    if (verdict !== recorded && (await send(() => debates.recordOutcome(sessionId, verdict)))) tellDebateChanged()
  }
  return (
    <div className="buttons">
      {VERDICTS.map((verdict) => (
        <button
          key={verdict}
          type="button"
          className="button"
          aria-pressed={recorded === verdict}
          aria-disabled={isBusy}
          onClick={() => record(verdict)}
        >
          {texts.verdicts[verdict]}
        </button>
      ))}
    </div>
  )
}
