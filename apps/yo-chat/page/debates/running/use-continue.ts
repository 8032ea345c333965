import { type ContinueInput, openRound } from '@sweatpants/roundtable/browser'
import { useTell } from '../../frame/notices.tsx'
import { useRequest } from '../../frame/use-request.ts'
import { debates } from '../debates.ts'

interface Continuing {
  /** Whether a request is pending. */
  isBusy: boolean
  /** Starts a round; resolves to whether that succeeded. */
  goOn: (next: { round: number; focusQuestion: string; question: ContinueInput['question'] }) => Promise<boolean>
  /** Ends a pause, and finishes the round that is open. */
  resume: () => Promise<boolean>
}

export function useContinue(sessionId: string): Continuing {
  const { isBusy, send } = useRequest(useTell())
  return {
    isBusy,
    goOn({ round, focusQuestion, question }) {
      const focus = focusQuestion.trim()
      const input = {
        round,
        ...(focus !== '' && { focusQuestion: focus }),
        ...(question !== undefined && { question }),
      }
      return send(() => debates.continue(sessionId, input))
    },
    resume: () =>
      send(async () => {
        // Of the server: the page may not know yet that the round was finished elsewhere, and would start the next one.
        const open = openRound(await debates.control(sessionId, 'resume'))
        if (open !== undefined) await debates.continue(sessionId, { round: open.number })
      }),
  }
}
