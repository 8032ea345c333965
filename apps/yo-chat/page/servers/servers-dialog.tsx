import { useEffect } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { useApp } from '../frame/app-info.ts'
import { AddServer } from './add-server.tsx'
import { ServerItem } from './server-item.tsx'

const LOOK_EVERY = 2_000

export function ServersDialog({ onClose }: { onClose: () => void }) {
  const { info, reload } = useApp()
  const servers = info?.servers ?? []
  useEffect(() => {
    // A server may connect or fail while the dialog is open. Elsewhere the page says if the app cannot be reached.
    const look = () => void reload().catch(() => {})
    look()
    const timer = setInterval(look, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <Dialog title="MCP servers" onClose={onClose}>
      <p className="hint">
        Tools of these servers are available in every conversation. You are asked before one of them runs, unless you
        always allow it, and every question of a server names the server.
      </p>
      <AddServer onAdded={reload} />
      {servers.length === 0 ? (
        <p className="servers-none">No server is connected yet.</p>
      ) : (
        <ul className="servers">
          {servers.map((server) => (
            <ServerItem key={server.id} server={server} onChanged={reload} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
