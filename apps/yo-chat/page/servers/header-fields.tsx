import { mintId } from '@sweatpants/framework'
import { IconButton } from '../controls/icon-button.tsx'
import { texts } from './texts.ts'

export interface HeaderField {
  key: string
  name: string
  value: string
}

interface HeaderFieldsProps {
  headers: readonly HeaderField[]
  onChange: (headers: readonly HeaderField[]) => void
}

/** Headers that the app sends to a server, such as an API key. */
export function HeaderFields({ headers, onChange }: HeaderFieldsProps) {
  const change = (key: string, part: Partial<HeaderField>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...part } : header)))
  const add = () =>
    onChange([...headers, { key: mintId(), name: headers.length === 0 ? 'Authorization' : '', value: '' }])
  return (
    <div className="header-fields">
      {headers.map(({ key, name, value }, index) => (
        <div key={key} className="header-field">
          <input
            aria-label={texts.headerName(index + 1)}
            placeholder="Authorization"
            value={name}
            onChange={(event) => change(key, { name: event.target.value })}
          />
          <input
            aria-label={texts.headerValue(index + 1)}
            type="password"
            autoComplete="off"
            placeholder="Bearer …"
            value={value}
            onChange={(event) => change(key, { value: event.target.value })}
          />
          <IconButton
            icon="trash"
            label={texts.removeHeader(index + 1)}
            onClick={() => onChange(headers.filter((header) => header.key !== key))}
          />
        </div>
      ))}
      {headers.length > 0 && <p className="hint">{texts.headersHint}</p>}
      <button type="button" className="text-button" onClick={add}>
        {texts.addHeader}
      </button>
    </div>
  )
}

/** Returns the headers whose fields are filled in. */
export const toHeaders = (fields: readonly HeaderField[]): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(({ name, value }) => name.trim() !== '' && value !== '')
      .map(({ name, value }) => [name.trim(), value]),
  )
