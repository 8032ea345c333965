import { mintId } from '@sweatpants/framework'
import type { Offer } from '@sweatpants/roundtable/browser'
import { useState } from 'react'
import { writeText } from '../../composer/kept-texts.ts'
import { toDebatePath } from '../../frame/place.ts'
import { navigate } from '../../frame/use-place.ts'
import { useRequest } from '../../frame/use-request.ts'
import { debates } from '../debates.ts'
import { toNewDebateName } from '../draft-names.ts'
import { type Draft, toStartInput } from './draft.ts'

interface Starting {
  isStarting: boolean
  /** Why the server refused. */
  refusal: string | undefined
  start: (draft: Draft) => Promise<void>
}

/** Starts the debate once, and opens it. `topic` is that of the address. */
export function useStart(offer: Offer, topic: string): Starting {
  const { isBusy, problem, send } = useRequest()
  const [sent, setSent] = useState<{ text: string; commandId: string }>()
  const start = async (draft: Draft) => {
    const input = toStartInput(draft, offer)
    const text = JSON.stringify(input)
    // The response to the same input may have been lost: by the command id the server returns the same debate.
    const commandId = sent?.text === text ? sent.commandId : mintId()
    setSent({ text, commandId })
    await send(async () => {
      const { sessionId } = await debates.start({ ...input, commandId })
      writeText(toNewDebateName(topic), '')
      navigate(toDebatePath(sessionId))
    })
  }
  return { isStarting: isBusy, refusal: problem, start }
}
