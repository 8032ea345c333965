import type { Offer } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'

interface ModeFieldProps {
  modes: Offer['modes']
  mode: string
  onChange: (mode: string) => void
}

export function ModeField({ modes, mode, onChange }: ModeFieldProps) {
  return (
    <fieldset className="start-group">
      <legend>{texts.mode}</legend>
      <div className="start-modes">
        {modes.map(({ name, title, summary }) => (
          <label key={name} className="start-mode">
            <input type="radio" name="mode" value={name} checked={name === mode} onChange={() => onChange(name)} />
            <span>
              <strong>{title}</strong>
              <span className="hint">{summary}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
