import type { HostedServerInfo } from '../../server/hosted/servers.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { usePerform } from '../frame/notices.tsx'
import { removeServer } from './server-requests.ts'

interface ServerItemProps {
  server: HostedServerInfo
  onRemoved: () => Promise<void>
}

const STATES: Record<HostedServerInfo['state'], string> = {
  connecting: 'Connecting…',
  connected: 'Connected',
  failed: 'Not connected',
}

export function ServerItem({ server, onRemoved }: ServerItemProps) {
  const perform = usePerform()
  const { id, name, address, state, error, tools, removable } = server
  const remove = async () => {
    await perform(removeServer(id))
    await perform(onRemoved())
  }
  return (
    <li className="server">
      <div className="server-about">
        <p className="server-name">
          {name}
          <span className="badge" data-state={state}>
            {STATES[state]}
          </span>
        </p>
        {address !== name && <p className="hint">{address}</p>}
        {error !== undefined && <p className="problem">{error}</p>}
        {tools.length > 0 && <p className="hint">Tools: {tools.join(', ')}</p>}
        {!removable && <p className="hint">From the configuration</p>}
      </div>
      {removable && <IconButton icon="trash" label={`Remove ${name}`} onClick={remove} />}
    </li>
  )
}
