import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { texts } from './texts.ts'

/** Copies a text, and shows whether that succeeded until the focus or the pointer leaves. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  // There is no clipboard on a page that was not served from this machine or by https.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  const names = { copied: texts.copied, refused: texts.notCopied }
  return (
    <IconButton
      icon={outcome === 'copied' ? 'check' : outcome === 'refused' ? 'cross' : 'copy'}
      label={outcome ? names[outcome] : label}
      aria-live="polite"
      onClick={copy}
      onBlur={() => setOutcome(undefined)}
      onPointerLeave={() => setOutcome(undefined)}
    />
  )
}
