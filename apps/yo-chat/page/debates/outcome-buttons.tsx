import type { Verdict } from '@sweatpants/roundtable/browser'
import { useState } from 'react'
import { usePerform } from '../frame/notices.tsx'
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
  const perform = usePerform()
  const [isSaving, setSaving] = useState(false)
  const record = async (verdict: Verdict) => {
    if (isSaving || verdict === recorded) return
    setSaving(true)
    await perform(debates.recordOutcome(sessionId, verdict))
    tellDebateChanged()
    setSaving(false)
  }
  return (
    <div className="buttons">
      {VERDICTS.map((verdict) => (
        <button
          key={verdict}
          type="button"
          className="button"
          aria-pressed={recorded === verdict}
          aria-disabled={isSaving}
          onClick={() => record(verdict)}
        >
          {texts.verdicts[verdict]}
        </button>
      ))}
    </div>
  )
}
