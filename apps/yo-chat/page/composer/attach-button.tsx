import { type ChangeEvent, useRef } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { texts } from './texts.ts'

/** Lets the person choose files. The content decides what they are, so every name can be chosen. */
export function AttachButton({ onChosen }: { onChosen: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChosen([...(target.files ?? [])])
    // So that the same file can be chosen again.
    target.value = ''
  }
  return (
    <>
      <IconButton icon="clip" label={texts.attach} onClick={() => input.current?.click()} />
      <input ref={input} type="file" multiple hidden aria-label={texts.attach} onChange={choose} />
    </>
  )
}
