import { Dialog } from '../controls/dialog.tsx'
import type { Place } from './place.ts'
import { Sidebar } from './sidebar.tsx'

interface DrawerProps {
  title: string
  place: Place
  onClose: () => void
}

/** The sidebar of a narrow screen. */
export function Drawer({ title, place, onClose }: DrawerProps) {
  return (
    <Dialog title={title} place="drawer" onClose={onClose}>
      <Sidebar place={place} onChosen={onClose} />
    </Dialog>
  )
}
