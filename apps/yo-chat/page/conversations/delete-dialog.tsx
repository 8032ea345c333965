import type { SessionSummary } from '@sweatpants/framework/chat'
import { writeDraft } from '../composer/drafts.ts'
import { Dialog } from '../controls/dialog.tsx'
import { useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { titleOf } from './find-conversations.ts'

interface DeleteDialogProps {
  session: SessionSummary
  onDone: () => void
}

export function DeleteDialog({ session, onDone }: DeleteDialogProps) {
  const client = useClient()
  const perform = usePerform()
  const remove = () => {
    onDone()
    writeDraft(session.sessionId, '')
    void perform(client.deleteSession(session.sessionId))
  }
  return (
    <Dialog title="Delete this conversation?" onClose={onDone}>
      <p>“{titleOf(session)}” and all that was said in it will be gone.</p>
      <div className="buttons" data-align="end">
        <button type="button" className="button" onClick={onDone}>
          Keep
        </button>
        <button type="button" className="button" data-kind="danger" onClick={remove}>
          Delete
        </button>
      </div>
    </Dialog>
  )
}
