import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** How it stands on the screen. */
  place?: 'centre' | 'drawer'
}

/** Open for as long as it is rendered. What had the focus before has it again afterwards. */
export function Dialog({ title, onClose, children, place = 'centre' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-place={place}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Outside of what it holds there is only its backdrop.
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
