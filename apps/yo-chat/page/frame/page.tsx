import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { ServersDialog } from '../servers/servers-dialog.tsx'
import { useAppName } from './app-info.ts'
import { ChatMain } from './chat-main.tsx'
import { Sidebar } from './sidebar.tsx'
import { SkipLink } from './skip-link.tsx'
import { UnknownMain } from './unknown-main.tsx'
import { useMedia } from './use-media.ts'
import { usePlace } from './use-place.ts'

/** Matches screens with room for the list beside the open conversation. */
const WIDE = '(min-width: 56rem)'

const InboxMain = lazy(() => import('../inbox/inbox-main.tsx'))
const DebatesMain = lazy(() => import('../debates/debates-main.tsx'))

/** Whether the browser comes back from a sign-in to a server: then the list of servers is open, and the address says so no more. */
function takeServers(): 'servers' | undefined {
  if (!new URLSearchParams(window.location.search).has('servers')) return undefined
  window.history.replaceState(null, '', window.location.pathname)
  return 'servers'
}

export function Page() {
  const name = useAppName()
  const place = usePlace()
  const isWide = useMedia(WIDE)
  const [open, setOpen] = useState<'drawer' | 'servers' | undefined>(takeServers)
  const close = () => setOpen(undefined)
  const buttons = { onMenu: isWide ? undefined : () => setOpen('drawer'), onServers: () => setOpen('servers') }
  return (
    <div className="page">
      <SkipLink place={place} />
      {isWide && (
        <aside className="sidebar">
          <p className="brand">{name}</p>
          <Sidebar place={place} />
        </aside>
      )}
      {place.type === 'chat' ? (
        <ChatMain {...buttons} />
      ) : place.type === 'unknown' ? (
        <UnknownMain {...buttons} />
      ) : (
        <Suspense fallback={<main className="main" aria-busy="true" />}>
          {place.type === 'inbox' ? <InboxMain {...buttons} /> : <DebatesMain place={place} {...buttons} />}
        </Suspense>
      )}
      {open === 'drawer' && !isWide && (
        <Dialog title={name} place="drawer" onClose={close}>
          <Sidebar place={place} onChosen={close} />
        </Dialog>
      )}
      {open === 'servers' && <ServersDialog onClose={close} />}
    </div>
  )
}
