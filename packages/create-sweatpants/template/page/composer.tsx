import { type FormEvent, type KeyboardEvent, useState } from 'react'

interface ComposerProps {
  isBusy: boolean
  onSend: (text: string) => void
  onStop: () => void
}

export function Composer({ isBusy, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onSend(text.trim())
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a word that an input method is still composing.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }
  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        rows={1}
        aria-label="Message"
        placeholder="Message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isBusy && (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      )}
      <button type="submit" data-kind="primary">
        Send
      </button>
    </form>
  )
}
