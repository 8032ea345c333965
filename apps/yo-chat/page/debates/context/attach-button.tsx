import { type ChangeEvent, useRef } from 'react'
import { attach } from './attach.ts'
import { texts } from './texts.ts'

interface AttachButtonProps {
  written: string
  limit: number
  onText: (text: string) => void
  onProblem: (problem: string) => void
}

/** Inserts the text of a file into the answer. It is sent only with the answer. */
export function AttachButton({ written, limit, onText, onProblem }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file === undefined) return
    const attached = await attach(file, written, limit)
    // So that the same file can be chosen again.
    target.value = ''
    if (attached.type === 'text') onText(attached.text)
    else onProblem(attached.problem)
  }
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {texts.attach}
      </button>
      <input ref={input} type="file" hidden aria-label={texts.file} onChange={read} />
    </>
  )
}
