import type { Offer } from '@sweatpants/roundtable/browser'
import { useMemo, useRef, useState } from 'react'
import { readText, writeText } from '../../composer/kept-texts.ts'
import { toNewDebateName } from '../draft-names.ts'
import { createDraft, type Draft } from './draft.ts'
import { readKept, toKept } from './kept-draft.ts'

interface DraftForm {
  draft: Draft
  change: (changed: Partial<Draft>) => void
}

/**
 * The draft of a new debate with the topic of its address. What the user has changed survives a reload, except files; the rest
 * follows the topic and the offer.
 */
export function useDebateDraft(offer: Offer, topic: string): DraftForm {
  const name = toNewDebateName(topic)
  const [changed, setChanged] = useState(() => readKept(readText(name), createDraft(offer, ''), offer))
  // Files that were read meanwhile are added to the latest changes.
  const latest = useRef(changed)
  const change = (next: Partial<Draft>) => {
    latest.current = { ...latest.current, ...next }
    setChanged(latest.current)
    // Files are not kept, and may be read only after the debate has been started.
    if (toKept(next) !== '') writeText(name, toKept(latest.current))
  }
  const draft = useMemo(() => ({ ...createDraft(offer, topic), ...changed }), [offer, topic, changed])
  return { draft, change }
}
