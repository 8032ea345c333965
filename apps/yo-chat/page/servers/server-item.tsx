import type { HostedServerInfo } from '../../server/hosted/servers.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Switch } from '../controls/switch.tsx'
import { usePerform } from '../frame/notices.tsx'
import { disableServer, enableServer, removeServer, signIn, signOut } from './server-requests.ts'
import { ServerTools } from './server-tools.tsx'

interface ServerItemProps {
  server: HostedServerInfo
  onChanged: () => Promise<void>
}

const STATES: Record<HostedServerInfo['state'], string> = {
  connecting: 'Connecting…',
  connected: 'Connected',
  failed: 'Not connected',
  disabled: 'Disabled',
  off: 'Off',
}

export function ServerItem({ server, onChanged }: ServerItemProps) {
  const perform = usePerform()
  const { id, name, address, state, error, signIn: signedIn, headers, tools, refused, removable } = server
  const change = async (request: Promise<void>) => {
    await perform(request)
    await perform(onChanged())
  }
  const needsPerson = signedIn !== undefined && signedIn.type !== 'signed_in' && state !== 'off'
  return (
    <li className="server">
      <div className="server-about">
        <p className="server-name">
          {name}
          <span className="badge" data-state={needsPerson ? 'needed' : state}>
            {needsPerson ? 'Needs sign-in' : STATES[state]}
          </span>
        </p>
        {address !== name && <p className="hint">{address}</p>}
        {signedIn !== undefined && <p className="hint">{describe(signedIn)}</p>}
        {headers.length > 0 && <p className="hint">Sends your {headers.join(', ')}</p>}
        {error !== undefined && <p className="problem">{error}</p>}
        {tools.length > 0 && <ServerTools serverId={id} tools={tools} onChange={change} />}
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
        <div className="server-buttons">
          {needsPerson && (
            <button
              type="button"
              className="button"
              data-kind="primary"
              aria-label={`Sign in to ${name}`}
              onClick={() => void change(signIn(id))}
            >
              Sign in
            </button>
          )}
          {signedIn?.type === 'signed_in' && (
            <button
              type="button"
              className="button"
              aria-label={`Sign out of ${name}`}
              onClick={() => void change(signOut(id))}
            >
              Sign out
            </button>
          )}
          {state === 'disabled' && (
            <button type="button" className="button" onClick={() => void change(enableServer(id))}>
              Enable
            </button>
          )}
        </div>
        {!removable && <p className="hint">From the configuration</p>}
      </div>
      <div className="server-controls">
        {state !== 'disabled' && (
          <Switch
            label={`Use ${name}`}
            isOn={state !== 'off'}
            onSwitch={() => void change(state === 'off' ? enableServer(id) : disableServer(id))}
          />
        )}
        {removable && (
          <IconButton icon="trash" label={`Remove ${name}`} onClick={() => void change(removeServer(id))} />
        )}
      </div>
    </li>
  )
}

function describe(signedIn: NonNullable<HostedServerInfo['signIn']>): string {
  switch (signedIn.type) {
    case 'signed_in':
      return signedIn.as === undefined ? `Signed in at ${signedIn.at}` : `Signed in as ${signedIn.as} at ${signedIn.at}`
    case 'expired':
      return 'Your sign-in has expired.'
    case 'needed':
      return signedIn.scope === undefined
        ? 'You need to sign in.'
        : `You need to sign in. It asks for: ${signedIn.scope}`
  }
}
