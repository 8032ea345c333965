import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { usePerform } from '../../frame/notices.tsx'
import { debates } from '../debates.ts'

interface StopDialogProps {
  sessionId: string
  onDone: () => void
}

export function StopDialog({ sessionId, onDone }: StopDialogProps) {
  const perform = usePerform()
  const stop = () => {
    onDone()
    void perform(debates.control(sessionId, 'stop'))
  }
  return (
    <ConfirmDialog
      title="Stop this debate?"
      confirm="Stop debate"
      keep="Keep debating"
      onConfirm={stop}
      onClose={onDone}
    >
      All answers are kept. A stopped debate cannot be continued; pause it if you want to continue later.
    </ConfirmDialog>
  )
}
