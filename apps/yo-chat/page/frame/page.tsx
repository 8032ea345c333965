import { useCallback, useState } from 'react'
import { Later, later } from '../controls/later.tsx'
import { Mark } from '../controls/mark.tsx'
import { useShortcuts } from '../palette/use-shortcuts.ts'
import { useAppName } from './app-info.ts'
import { useClient } from './chat.ts'
import { isDebates, toChatPath } from './place.ts'
import { SkipLink } from './skip-link.tsx'
import { useMedia } from './use-media.ts'
import { navigate, usePlace } from './use-place.ts'
import { useSidebar } from './use-sidebar.ts'

/** Matches screens with room for the list beside the open conversation. */
const WIDE = '(min-width: 56rem)'

const InboxMain = later(() => import('../inbox/inbox-main.tsx'), 'InboxMain')
const DebatesMain = later(() => import('../debates/debates-main.tsx'), 'DebatesMain')
const SettingsMain = later(() => import('../settings/settings-main.tsx'), 'SettingsMain')
const ChatMain = later(() => import('../rest.ts'), 'ChatMain')
const Drawer = later(() => import('../rest.ts'), 'Drawer')
const Sidebar = later(() => import('../rest.ts'), 'Sidebar')
const UnknownMain = later(() => import('../rest.ts'), 'UnknownMain')
const Palette = later(() => import('../palette/palette.tsx'), 'Palette')
const ShortcutsDialog = later(() => import('../palette/shortcuts-dialog.tsx'), 'ShortcutsDialog')
const ServersDialog = later(() => import('../servers/servers-dialog.tsx'), 'ServersDialog')

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
  const [open, setOpen] = useState<'drawer' | 'servers' | 'palette' | 'shortcuts' | undefined>(takeServers)
  const close = () => setOpen(undefined)
  const client = useClient()
  const showShortcuts = useCallback(() => setOpen('shortcuts'), [])
  useShortcuts({
    onPalette: useCallback(() => setOpen('palette'), []),
    onHelp: showShortcuts,
    onNew: useCallback(() => {
      client.open()
      navigate(toChatPath(undefined))
    }, [client]),
  })
  const sidebar = useSidebar()
  const buttons = {
    onMenu: isWide ? sidebar.toggle : () => setOpen('drawer'),
    hasSidebar: isWide ? sidebar.isOpen : undefined,
    onServers: () => setOpen('servers'),
  }
  return (
    <div className="page" data-sidebar={sidebar.isOpen ? 'open' : 'closed'}>
      <SkipLink place={place} />
      {isWide && sidebar.isOpen && (
        <aside className="sidebar">
          <p className="brand">
            <Mark />
            {name}
          </p>
          <Later>
            <Sidebar place={place} />
          </Later>
        </aside>
      )}
      <Later key={isDebates(place) ? 'debates' : place.type} fallback={<Outline />}>
        {place.type === 'chat' && <ChatMain {...buttons} />}
        {place.type === 'unknown' && <UnknownMain {...buttons} />}
        {place.type === 'inbox' && <InboxMain {...buttons} />}
        {place.type === 'settings' && <SettingsMain {...buttons} />}
        {isDebates(place) && <DebatesMain place={place} {...buttons} />}
      </Later>
      {open === 'drawer' && !isWide && (
        <Later>
          <Drawer title={name} place={place} onClose={close} />
        </Later>
      )}
      {open === 'palette' && (
        <Later>
          <Palette onServers={buttons.onServers} onHelp={showShortcuts} onClose={close} />
        </Later>
      )}
      {open === 'shortcuts' && (
        <Later>
          <ShortcutsDialog onClose={close} />
        </Later>
      )}
      {open === 'servers' && (
        <Later>
          <ServersDialog onClose={close} />
        </Later>
      )}
    </div>
  )
}

/** As in index.html, until the first part is loaded. */
const Outline = () => (
  <main className="main" aria-busy="true">
    <div className="header" />
    <div className="scroller" />
    <div className="footer">
      <div className="composer composer-outline" />
    </div>
  </main>
)
