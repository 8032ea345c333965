import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from '../frame/link.tsx'
import { toKeyPath } from '../frame/place.ts'
import { AppRefusal, sendToApp } from '../frame/send-to-app.ts'
import { texts } from './texts.ts'

/** A field for any model. It stands in the form of the message, so it is none of its own. */
export function OtherModel({ onChosen }: { onChosen: (id: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<{ message: string; provider?: string }>()
  const choose = async () => {
    const wanted = name.trim()
    if (wanted === '' || isChecking) return
    setChecking(true)
    setProblem(undefined)
    try {
      const answer = await sendToApp('POST', 'models', { id: wanted })
      const found = (await answer.json()) as { id: string }
      setName('')
      onChosen(found.id)
    } catch (error) {
      setProblem(toProblem(error, wanted))
    } finally {
      setChecking(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void choose()
  }
  return (
    <div className="other-model">
      <label htmlFor={id}>{texts.models.other}</label>
      <div className="other-model-row">
        <input
          id={id}
          placeholder={texts.models.otherHint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={name}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="button"
          disabled={name.trim() === '' || isChecking}
          onClick={() => void choose()}
        >
          {isChecking ? texts.models.checking : texts.models.use}
        </button>
      </div>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem?.message}
        {problem?.provider !== undefined && (
          <>
            {' '}
            <Link href={toKeyPath(problem.provider)}>{texts.models.addKeyOf}</Link>
          </>
        )}
      </p>
    </div>
  )
}

function toProblem(error: unknown, wanted: string): { message: string; provider?: string } {
  const message = error instanceof Error ? error.message : String(error)
  const needsKey = error instanceof AppRefusal && error.code === 'needs_key'
  return { message, ...(needsKey && { provider: wanted.split('/')[0]! }) }
}
