import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The name of the button that does it, and of the one that does not. */
  confirm: string
  keep: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, keep, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div className="buttons" data-align="end">
        <button type="button" className="button" onClick={onClose}>
          {keep}
        </button>
        <button type="button" className="button" data-kind="danger" onClick={onConfirm}>
          {confirm}
        </button>
      </div>
    </Dialog>
  )
}
