import type { KeyCheck } from '@sweatpants/framework/models'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { ProviderKeyInfo } from '../../server/keys/provider-keys.ts'
import { useRequest } from '../frame/use-request.ts'
import { saveKey } from './key-requests.ts'
import { texts } from './texts.ts'

interface KeyFormProps {
  info: ProviderKeyInfo
  isFocused: boolean
  onSaved: (check: KeyCheck) => Promise<void>
  onCancel?: () => void
}

export function KeyForm({ info, isFocused, onSaved, onCancel }: KeyFormProps) {
  const { provider, title, keyPage } = info
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [key, setKey] = useState('')
  const { isBusy, problem, send } = useRequest(() => field.current?.focus())
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  const save = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      const { check } = await saveKey(provider, key.trim())
      setKey('')
      await onSaved(check)
    })
  }
  return (
    <form className="key-form" onSubmit={save}>
      <div className="other-model-row">
        <input
          ref={field}
          type="password"
          aria-label={texts.field(title)}
          placeholder={texts.field(title)}
          autoComplete="off"
          value={key}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setKey(event.target.value)}
        />
        <button type="submit" className="button" data-kind="primary" disabled={isBusy || key.trim() === ''}>
          {isBusy ? texts.saving : texts.save}
        </button>
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {texts.cancel}
          </button>
        )}
      </div>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
      {keyPage !== undefined && (
        <a className="hint" href={keyPage} target="_blank" rel="noopener noreferrer">
          {texts.getKey(title)}
        </a>
      )}
    </form>
  )
}
