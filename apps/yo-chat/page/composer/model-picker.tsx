import type { OfferedModel } from '../../server/models.ts'
import { Picker, type PickerOption } from '../controls/picker.tsx'
import { useApp } from '../frame/app-info.ts'
import { Link } from '../frame/link.tsx'
import { SETTINGS, toKeyPath } from '../frame/place.ts'
import { navigate } from '../frame/use-place.ts'
import { OtherModel } from './other-model.tsx'
import { texts } from './texts.ts'

interface ModelPickerProps {
  model: string | undefined
  onPick: (id: string) => void
}

/** Picks a model that is ready or any other by its id, and leads to the keys of those that need one. */
export function ModelPicker({ model, onPick }: ModelPickerProps) {
  const { info } = useApp()
  const models = info?.models ?? []
  const pick = (id: string) => {
    const provider = models.find((candidate) => candidate.id === id)?.needsKey
    if (provider === undefined) onPick(id)
    else navigate(toKeyPath(provider))
  }
  return (
    <Picker label={texts.models.label} value={model} options={toOptions(models)} onPick={pick}>
      {(close) => (
        <div className="options-more">
          <OtherModel
            onChosen={(id) => {
              close()
              onPick(id)
            }}
          />
          <Link href={SETTINGS}>{texts.models.keys}</Link>
        </div>
      )}
    </Picker>
  )
}

const GROUPS = [texts.models.ready, texts.models.needsKey, texts.models.notAvailable]

const toOptions = (models: readonly OfferedModel[]): PickerOption[] =>
  models
    .map((model) => toOption(model))
    .toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group))

function toOption({ id, label, usable, needsKey, remedy }: OfferedModel): PickerOption & { group: string } {
  if (usable) return { id, label, group: texts.models.ready }
  if (needsKey !== undefined) return { id, label, group: texts.models.needsKey }
  return { id, label, usable: false, group: texts.models.notAvailable, hint: remedy ?? texts.models.notUsable }
}
