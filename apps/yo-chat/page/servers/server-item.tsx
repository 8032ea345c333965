import type { HostedServerInfo } from '../../server/hosted/servers.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Switch } from '../controls/switch.tsx'
import { usePerform } from '../frame/notices.tsx'
import { disableServer, enableServer, removeServer, signIn, signOut } from './server-requests.ts'
import { ServerTools } from './server-tools.tsx'
import { texts } from './texts.ts'

interface ServerItemProps {
  server: HostedServerInfo
  onChanged: () => Promise<void>
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
            {needsPerson ? texts.needsSignIn : texts.states[state]}
          </span>
        </p>
        {address !== name && <p className="hint">{address}</p>}
        {signedIn !== undefined && <p className="hint">{describe(signedIn)}</p>}
        {headers.length > 0 && <p className="hint">{texts.sends(headers)}</p>}
        {error !== undefined && <p className="problem">{error}</p>}
        {tools.length > 0 && <ServerTools serverId={id} tools={tools} onChange={change} />}
        {refused.length > 0 && (
          <details className="server-refused">
            <summary>{texts.refused(refused.length)}</summary>
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
              aria-label={texts.signInTo(name)}
              onClick={() => void change(signIn(id))}
            >
              {texts.signIn}
            </button>
          )}
          {signedIn?.type === 'signed_in' && (
            <button
              type="button"
              className="button"
              aria-label={texts.signOutOf(name)}
              onClick={() => void change(signOut(id))}
            >
              {texts.signOut}
            </button>
          )}
          {state === 'disabled' && (
            <button type="button" className="button" onClick={() => void change(enableServer(id))}>
              {texts.enable}
            </button>
          )}
        </div>
        {!removable && <p className="hint">{texts.configured}</p>}
      </div>
      <div className="server-controls">
        {state !== 'disabled' && (
          <Switch
            label={texts.use(name)}
            isOn={state !== 'off'}
            onSwitch={() => void change(state === 'off' ? enableServer(id) : disableServer(id))}
          />
        )}
        {removable && (
          <IconButton icon="trash" label={texts.remove(name)} onClick={() => void change(removeServer(id))} />
        )}
      </div>
    </li>
  )
}

function describe(signedIn: NonNullable<HostedServerInfo['signIn']>): string {
  switch (signedIn.type) {
    case 'signed_in':
      return texts.signedIn(signedIn.as, signedIn.at)
    case 'expired':
      return texts.expired
    case 'needed':
      return texts.signInNeeded(signedIn.scope)
  }
}
