import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { usePerform } from '../../frame/notices.tsx'
import { debates } from '../debates.ts'
import { texts } from './texts.ts'

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
      title={texts.stopTitle}
      confirm={texts.stopDebate}
      keep={texts.keep}
      onConfirm={stop}
      onClose={onDone}
    >
      {texts.stopHint}
    </ConfirmDialog>
  )
}
