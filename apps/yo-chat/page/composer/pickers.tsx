import { Picker } from '../controls/picker.tsx'
import { useApp } from '../frame/app-info.ts'
import { ModelPicker } from './model-picker.tsx'
import { texts } from './texts.ts'
import { useConfigured } from './use-configured.ts'

/** Selects the model and the persona. */
export function Pickers() {
  const { info } = useApp()
  const { model, persona, configure } = useConfigured()
  if (info === undefined) return null
  return (
    <>
      <ModelPicker model={model} onPick={(id) => configure({ model: id })} />
      {info.personas.length > 1 && (
        <Picker
          label={texts.persona}
          value={persona}
          options={info.personas}
          onPick={(id) => configure({ persona: id })}
        />
      )}
    </>
  )
}
