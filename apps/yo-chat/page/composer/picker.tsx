interface Option {
  id: string
  label: string
  usable?: boolean
}

interface PickerProps {
  label: string
  value: string | undefined
  options: readonly Option[]
  onPick: (id: string) => void
}

export function Picker({ label, value = '', options, onPick }: PickerProps) {
  // The chosen option may no longer exist.
  const isKnown = options.some(({ id }) => id === value)
  return (
    <label className="picker" title={label}>
      <span className="visually-hidden">{label}</span>
      <select value={value} onChange={(event) => onPick(event.target.value)}>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(({ id, label: name, usable = true }) => (
          <option key={id} value={id} disabled={!usable}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
