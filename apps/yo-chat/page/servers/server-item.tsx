import type { HostedServerInfo } from '../../server/hosted/servers.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { usePerform } from '../frame/notices.tsx'
import { enableServer, removeServer } from './server-requests.ts'

interface ServerItemProps {
  server: HostedServerInfo
  onChanged: () => Promise<void>
}

const STATES: Record<HostedServerInfo['state'], string> = {
  connecting: 'Connecting…',
  connected: 'Connected',
  failed: 'Not connected',
  disabled: 'Disabled',
}

export function ServerItem({ server, onChanged }: ServerItemProps) {
  const perform = usePerform()
  const { id, name, address, state, error, tools, refused, removable } = server
  const change = async (request: Promise<void>) => {
    await perform(request)
    await perform(onChanged())
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
        {refused.length > 0 && (
          <details className="server-refused">
            <summary>{refused.length === 1 ? '1 tool is refused' : `${refused.length} tools are refused`}</summary>
            <ul>
              {refused.map((tool) => (
                <li key={tool.name}>
                  <code>{tool.name}</code>: {tool.reason}
                </li>
              ))}
            </ul>
          </details>
        )}
        {state === 'disabled' && (
          <button type="button" className="button" onClick={() => void change(enableServer(id))}>
            Enable
          </button>
        )}
        {!removable && <p className="hint">From the configuration</p>}
      </div>
      {removable && <IconButton icon="trash" label={`Remove ${name}`} onClick={() => void change(removeServer(id))} />}
    </li>
  )
}
