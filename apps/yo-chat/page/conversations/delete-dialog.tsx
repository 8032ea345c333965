import type { SessionSummary } from '@sweatpants/framework/chat'
import { writeDraft } from '../composer/drafts.ts'
import { Dialog } from '../controls/dialog.tsx'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { titleOf } from './find-conversations.ts'
import { texts } from './texts.ts'

interface DeleteDialogProps {
  sessions: readonly SessionSummary[]
  /** Called with whether they are to be deleted. */
  onDone: (isDeleted: boolean) => void
}

export function DeleteDialog({ sessions, onDone }: DeleteDialogProps) {
  const client = useClient()
  const perform = usePerform()
  const [first, ...others] = sessions
  const remove = async () => {
    onDone(true)
    for (const { sessionId } of sessions) {
      writeDraft(sessionId, '')
      if (!(await perform(client.deleteSession(sessionId)))) return
    }
  }
  return (
    <Dialog title={texts.deleteTitle(sessions.length)} onClose={() => onDone(false)}>
      <p>{others.length === 0 && first ? texts.deleteOne(titleOf(first)) : texts.deleteMany}</p>
      <div className="buttons" data-align="end">
        <button type="button" className="button" onClick={() => onDone(false)}>
          {texts.keep}
        </button>
        <button type="button" className="button" data-kind="danger" onClick={() => void remove()}>
          {texts.delete}
        </button>
      </div>
    </Dialog>
  )
}
