import { mintId } from '@sweatpants/framework'
import type { Offer } from '@sweatpants/roundtable/browser'
import { useState } from 'react'
import { toDebatePath } from '../../frame/place.ts'
import { navigate } from '../../frame/use-place.ts'
import { debates } from '../debates.ts'
import { type Draft, toStartInput } from './draft.ts'

interface Starting {
  isStarting: boolean
  /** Why the server refused. */
  refusal: string | undefined
  start: (draft: Draft) => Promise<void>
}

/** Starts the debate once, and opens it. */
export function useStart(offer: Offer): Starting {
  const [state, setState] = useState<{ isStarting: boolean; refusal?: string }>({ isStarting: false })
  const [sent, setSent] = useState<{ draft: Draft; commandId: string }>()
  const start = async (draft: Draft) => {
    setState({ isStarting: true })
    // The response to the same draft may have been lost: by the command id the server returns the same debate.
    const { commandId } = sent?.draft === draft ? sent : { commandId: mintId() }
    setSent({ draft, commandId })
    try {
      const { sessionId } = await debates.start({ ...toStartInput(draft, offer), commandId })
      navigate(toDebatePath(sessionId))
    } catch (error) {
      setState({ isStarting: false, refusal: error instanceof Error ? error.message : String(error) })
    }
  }
  return { isStarting: state.isStarting, refusal: state.refusal, start }
}
