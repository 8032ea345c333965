import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** The layout of the dialog. */
  place?: 'centre' | 'drawer'
}

/** Open while it is rendered. The focus returns to the element that had it before. */
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
      // A click outside its content is on the backdrop.
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={texts.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
