import { useState } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { Conversations } from '../conversations/conversations.tsx'
import { ServersDialog } from '../servers/servers-dialog.tsx'
import { Announcer } from './announcer.tsx'
import { useApp } from './app-info.ts'
import { useChat } from './chat.ts'
import { Conversation } from './conversation.tsx'
import { Header } from './header.tsx'
import { useAddress } from './use-address.ts'
import { useMedia } from './use-media.ts'

/** Where the list of conversations has room beside the open one. */
const WIDE = '(min-width: 56rem)'

export function Page() {
  useAddress()
  const { info } = useApp()
  const title = useChat(({ state }) => state.title)
  const isRefused = useChat((snapshot) => snapshot.refusal !== undefined)
  const isWide = useMedia(WIDE)
  const [open, setOpen] = useState<'drawer' | 'servers'>()
  const close = () => setOpen(undefined)
  const name = info?.name ?? 'Yo chat'
  return (
    <div className="page">
      <title>{title === '' ? name : `${title} · ${name}`}</title>
      {!isRefused && (
        <a className="skip-link" href="#message-box">
          Skip to the message box
        </a>
      )}
      {isWide && (
        <aside className="sidebar">
          <p className="brand">{name}</p>
          <Conversations />
        </aside>
      )}
      <main className="main">
        <Header
          title={isRefused ? name : title || 'New conversation'}
          onMenu={isWide ? undefined : () => setOpen('drawer')}
          onServers={() => setOpen('servers')}
        />
        <Conversation />
      </main>
      {open === 'drawer' && !isWide && (
        <Dialog title={name} place="drawer" onClose={close}>
          <Conversations onChosen={close} />
        </Dialog>
      )}
      {open === 'servers' && <ServersDialog onClose={close} />}
      <Announcer />
    </div>
  )
}
