import { Dialog } from '../../controls/dialog.tsx'
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
    <Dialog title="Stop this debate?" onClose={onDone}>
      <p>All answers are kept. A stopped debate cannot be continued; pause it if you want to continue later.</p>
      <div className="buttons" data-align="end">
        <button type="button" className="button" onClick={onDone}>
          Keep debating
        </button>
        <button type="button" className="button" data-kind="danger" onClick={stop}>
          Stop debate
        </button>
      </div>
    </Dialog>
  )
}
