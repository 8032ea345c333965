import type { Offer } from '@sweatpants/roundtable/browser'
import { CheckField } from './check-field.tsx'
import { type Draft, toolsOf } from './draft.ts'
import { FilesField } from './files-field.tsx'
import { texts } from './texts.ts'
import { ToolsField } from './tools-field.tsx'

interface EvidenceFieldsProps {
  draft: Draft
  offer: Offer
  onChange: (change: Partial<Draft>) => void
}

/** What the panel can read, search and use. */
export function EvidenceFields({ draft, offer, onChange }: EvidenceFieldsProps) {
  return (
    <fieldset className="start-group">
      <legend>{texts.evidence}</legend>
      <FilesField files={draft.files} limits={offer.limits} onChange={(files) => onChange({ files })} />
      <CheckField
        label={texts.searchWeb}
        hint={texts.searchWebHint}
        isChecked={draft.webSearch}
        onChange={(webSearch) => onChange({ webSearch })}
      />
      <ToolsField offered={offer.tools} tools={toolsOf(draft, offer)} onChange={(tools) => onChange({ tools })} />
    </fieldset>
  )
}
