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
      <p>What was said is kept. A debate that was stopped cannot be continued; pause it if you want to go on later.</p>
      <div className="buttons" data-align="end">
        <button type="button" className="button" onClick={onDone}>
          Go on
        </button>
        <button type="button" className="button" data-kind="danger" onClick={stop}>
          Stop it
        </button>
      </div>
    </Dialog>
  )
}
