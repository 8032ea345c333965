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
    // A server may come or go while it is looked at; the page says already when ours is not reached.
    const look = () => void reload().catch(() => {})
    look()
    const timer = setInterval(look, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <Dialog title="MCP servers" onClose={onClose}>
      <p className="hint">
        Their tools join every conversation. You are asked before one of them runs, and what it wants to know comes up
        here as a form.
      </p>
      <AddServer onAdded={reload} />
      {servers.length === 0 ? (
        <p className="servers-none">No server is connected yet.</p>
      ) : (
        <ul className="servers">
          {servers.map((server) => (
            <ServerItem key={server.id} server={server} onRemoved={reload} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
