interface SwitchProps {
  label: string
  isOn: boolean
  onSwitch: () => void
}

export function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <button type="button" role="switch" className="switch" aria-label={label} aria-checked={isOn} onClick={onSwitch} />
  )
}
