import { Conversations } from '../conversations/conversations.tsx'
import { RecentDebates } from '../debates/list/recent-debates.tsx'
import { isDebates, type Place } from './place.ts'
import { Sections } from './sections.tsx'

interface SidebarProps {
  place: Place
  /** Called when an item is chosen, so that a drawer can close. */
  onChosen?: () => void
}

export function Sidebar({ place, onChosen }: SidebarProps) {
  return (
    <>
      <Sections place={place} onChosen={onChosen} />
      {isDebates(place) ? (
        <RecentDebates place={place} onChosen={onChosen} />
      ) : (
        <Conversations {...(onChosen && { onChosen })} />
      )}
    </>
  )
}
