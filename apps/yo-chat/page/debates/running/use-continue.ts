import type { ContinueInput } from '@sweatpants/roundtable/browser'
import { useState } from 'react'
import { usePerform } from '../../frame/notices.tsx'
import { debates } from '../debates.ts'

interface Continuing {
  /** Whether a request is pending. */
  isBusy: boolean
  /** Starts the next round, or finishes the open one; resolves to whether that succeeded. */
  goOn: (next?: { focusQuestion: string; question: ContinueInput['question'] }) => Promise<boolean>
  /** Ends a pause, and finishes the round that was open in it. */
  resume: (hasOpenRound: boolean) => Promise<boolean>
}

export function useContinue(sessionId: string): Continuing {
  const perform = usePerform()
  const [isBusy, setBusy] = useState(false)
  const once = async (work: () => Promise<unknown>) => {
    if (isBusy) return false
    setBusy(true)
    const isDone = await perform(work())
    setBusy(false)
    return isDone
  }
  return {
    isBusy,
    goOn({ focusQuestion, question } = { focusQuestion: '', question: undefined }) {
      const focus = focusQuestion.trim()
      const input = { ...(focus !== '' && { focusQuestion: focus }), ...(question !== undefined && { question }) }
      return once(() => debates.continue(sessionId, input))
    },
    resume: (hasOpenRound) =>
      once(async () => {
        await debates.control(sessionId, 'resume')
        if (hasOpenRound) await debates.continue(sessionId)
      }),
  }
}
