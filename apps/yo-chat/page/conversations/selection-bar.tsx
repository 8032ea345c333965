import type { SessionSummary } from '@sweatpants/framework/chat'
import { useState } from 'react'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { texts } from './texts.ts'

interface SelectionBarProps {
  selected: readonly SessionSummary[]
  onDone: () => void
}

/** What can be done with several conversations at once. */
export function SelectionBar({ selected, onDone }: SelectionBarProps) {
  const client = useClient()
  const perform = usePerform()
  const [isAsked, setAsked] = useState(false)
  const archive = async () => {
    onDone()
    for (const { sessionId } of selected) await perform(client.configureSession(sessionId, { archived: true }))
  }
  return (
    <div className="selection-bar">
      <p role="status">{texts.selected(selected.length)}</p>
      <div className="buttons">
        <button type="button" className="button" disabled={selected.length === 0} onClick={() => void archive()}>
          {texts.archive}
        </button>
        <button
          type="button"
          className="button"
          data-kind="danger"
          disabled={selected.length === 0}
          onClick={() => setAsked(true)}
        >
          {texts.delete}
        </button>
        <button type="button" className="button" data-kind="quiet" onClick={onDone}>
          {texts.cancel}
        </button>
      </div>
      {isAsked && (
        <DeleteDialog
          sessions={selected}
          onDone={(isDeleted) => {
            setAsked(false)
            if (isDeleted) onDone()
          }}
        />
      )}
    </div>
  )
}
