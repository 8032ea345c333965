import { useApp } from '../frame/app-info.ts'
import { Picker } from './picker.tsx'
import { useConfigured } from './use-configured.ts'
import { Used } from './used.tsx'

/** Selects the model and the persona, and shows what the conversation has used. */
export function Pickers() {
  const { info } = useApp()
  const { model, persona, configure } = useConfigured()
  if (info === undefined) return null
  const models = info.models.map(({ id, label, usable, remedy }) => ({
    id,
    label: usable ? label : `${label}: ${remedy ?? 'not available'}`,
    usable,
  }))
  return (
    <>
      <Picker label="Model" value={model} options={models} onPick={(id) => configure({ model: id })} />
      {info.personas.length > 1 && (
        <Picker label="Persona" value={persona} options={info.personas} onPick={(id) => configure({ persona: id })} />
      )}
      <Used />
    </>
  )
}
