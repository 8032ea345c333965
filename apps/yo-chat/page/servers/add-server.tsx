import { type FormEvent, useId, useState } from 'react'
import { useRequest } from '../frame/use-request.ts'
import { type HeaderField, HeaderFields, toHeaders } from './header-fields.tsx'
import { addServer } from './server-requests.ts'
import { texts } from './texts.ts'

export function AddServer({ onAdded }: { onAdded: () => Promise<void> }) {
  const id = useId()
  const [url, setUrl] = useState('')
  const [headers, setHeaders] = useState<readonly HeaderField[]>([])
  const { isBusy, problem, send } = useRequest()
  const add = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      await addServer(url.trim(), toHeaders(headers))
      setUrl('')
      setHeaders([])
      await onAdded()
    })
  }
  return (
    <form className="add-server" onSubmit={add} noValidate>
      <label htmlFor={id}>{texts.address}</label>
      <div className="add-server-row">
        <input
          id={id}
          type="url"
          inputMode="url"
          placeholder="https://example.com/mcp"
          required
          value={url}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setUrl(event.target.value)}
        />
        <button type="submit" className="button" data-kind="primary" disabled={isBusy || url.trim() === ''}>
          {isBusy ? texts.adding : texts.add}
        </button>
      </div>
      <HeaderFields headers={headers} onChange={setHeaders} />
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
