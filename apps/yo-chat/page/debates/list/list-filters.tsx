import type { Wanted } from '@sweatpants/roundtable/browser'
import { Icon } from '../../controls/icon.tsx'
import { useOffer } from '../offer.ts'
import { texts } from './texts.ts'

interface ListFiltersProps {
  wanted: Wanted
  onChange: (wanted: Wanted) => void
}

export function ListFilters({ wanted, onChange }: ListFiltersProps) {
  const offer = useOffer()
  return (
    <search className="debates-filters">
      <label className="search">
        <Icon name="search" />
        <span className="visually-hidden">{texts.search}</span>
        <input
          type="search"
          placeholder={texts.searchHint}
          value={wanted.search ?? ''}
          onChange={(event) => onChange({ ...wanted, search: event.target.value })}
        />
      </label>
      <select
        aria-label={texts.mode}
        value={wanted.mode ?? ''}
        onChange={(event) => onChange({ ...wanted, mode: event.target.value || undefined })}
      >
        <option value="">{texts.anyMode}</option>
        {offer?.modes.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.status}
        value={wanted.status ?? ''}
        onChange={(event) => onChange({ ...wanted, status: (event.target.value || undefined) as Wanted['status'] })}
      >
        <option value="">{texts.anyStatus}</option>
        {Object.entries(texts.statuses).map(([status, title]) => (
          <option key={status} value={status}>
            {title}
          </option>
        ))}
      </select>
    </search>
  )
}
