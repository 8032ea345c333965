import { Icon } from '../../controls/icon.tsx'
import { useOffer } from '../offer.ts'
import { STATES, type Wanted } from './find-debates.ts'

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
        <span className="visually-hidden">Search debates</span>
        <input
          type="search"
          placeholder="Question or decision"
          value={wanted.search}
          onChange={(event) => onChange({ ...wanted, search: event.target.value })}
        />
      </label>
      <select
        aria-label="Mode"
        value={wanted.mode}
        onChange={(event) => onChange({ ...wanted, mode: event.target.value })}
      >
        <option value="">Any mode</option>
        {offer?.modes.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="State"
        value={wanted.state}
        onChange={(event) => onChange({ ...wanted, state: event.target.value as Wanted['state'] })}
      >
        <option value="">Any state</option>
        {Object.entries(STATES).map(([state, title]) => (
          <option key={state} value={state}>
            {title}
          </option>
        ))}
      </select>
    </search>
  )
}
