import { useEffect } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { useApp } from '../frame/app-info.ts'
import { AddServer } from './add-server.tsx'
import { ServerItem } from './server-item.tsx'
import { texts } from './texts.ts'

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
    <Dialog title={texts.title} onClose={onClose}>
      <p className="hint">{texts.about}</p>
      <AddServer onAdded={reload} />
      {servers.length === 0 ? (
        <p className="servers-none">{texts.none}</p>
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
