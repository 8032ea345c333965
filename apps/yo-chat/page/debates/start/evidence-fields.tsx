import type { Offer } from '@sweatpants/roundtable/browser'
import { CheckField } from './check-field.tsx'
import type { Draft } from './draft.ts'
import { FilesField } from './files-field.tsx'

interface EvidenceFieldsProps {
  draft: Draft
  offer: Offer
  onChange: (change: Partial<Draft>) => void
}

/** What the panel can read, search and use. */
export function EvidenceFields({ draft, offer, onChange }: EvidenceFieldsProps) {
  const { files, webSearch, tools } = draft
  const use = (name: string, isUsed: boolean) =>
    onChange({ tools: isUsed ? [...tools, name] : tools.filter((one) => one !== name) })
  return (
    <fieldset className="start-group">
      <legend>Evidence</legend>
      <FilesField files={files} limits={offer.limits} onChange={(changed) => onChange({ files: changed })} />
      <CheckField
        label="Search the web"
        hint="For models whose provider can. Providers charge for searches."
        isChecked={webSearch}
        onChange={(isChecked) => onChange({ webSearch: isChecked })}
      />
      {offer.tools.map(({ name, description }) => (
        <CheckField
          key={name}
          label={
            <>
              Use the tool <code>{name}</code>
            </>
          }
          hint={description}
          isChecked={tools.includes(name)}
          onChange={(isChecked) => use(name, isChecked)}
        />
      ))}
    </fieldset>
  )
}
