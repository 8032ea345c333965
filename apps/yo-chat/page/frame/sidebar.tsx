import { Later, later } from '../controls/later.tsx'
import { Conversations } from '../conversations/conversations.tsx'
import { isDebates, type Place } from './place.ts'
import { Sections } from './sections.tsx'

const RecentDebates = later(() => import('../debates/list/recent-debates.tsx'), 'RecentDebates')

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
        <Later>
          <RecentDebates place={place} onChosen={onChosen} />
        </Later>
      ) : (
        <Conversations {...(onChosen && { onChosen })} />
      )}
    </>
  )
}
