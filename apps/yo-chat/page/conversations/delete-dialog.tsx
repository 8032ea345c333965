import type { SessionSummary } from '@sweatpants/framework/chat'
import { clearDraft } from '../composer/drafts.ts'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
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
      // Another tab may have deleted one of them.
      if (await perform(client.deleteSession(sessionId))) clearDraft(sessionId)
    }
  }
  return (
    <ConfirmDialog
      title={texts.deleteTitle(sessions.length)}
      confirm={texts.delete}
      keep={texts.keep}
      onConfirm={() => void remove()}
      onClose={() => onDone(false)}
    >
      {others.length === 0 && first ? texts.deleteOne(titleOf(first)) : texts.deleteMany}
    </ConfirmDialog>
  )
}
