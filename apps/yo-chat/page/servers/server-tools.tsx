import type { HostedToolInfo } from '../../server/hosted/servers.ts'
import { Switch } from '../controls/switch.tsx'
import { chooseTool } from './server-requests.ts'
import { texts } from './texts.ts'

interface ServerToolsProps {
  serverId: string
  tools: readonly HostedToolInfo[]
  onChange: (request: Promise<void>) => Promise<void>
}

/** The tools of a server, with what the person chose for each. */
export function ServerTools({ serverId, tools, onChange }: ServerToolsProps) {
  const allowed = tools.filter(({ isAllowed }) => isAllowed)
  return (
    <details className="server-tools">
      <summary>{texts.tools(tools.map(({ name }) => name))}</summary>
      <ul>
        {tools.map(({ id, name, isOn, isAllowed, canAllow }) => (
          <li key={id} className="server-tool">
            <code>{name}</code>
            {canAllow ? (
              <label>
                <input
                  type="checkbox"
                  checked={isAllowed}
                  disabled={!isOn}
                  aria-label={texts.alwaysAllowTool(name)}
                  onChange={() => void onChange(chooseTool(serverId, id, { isAllowed: !isAllowed }))}
                />
                {texts.alwaysAllow}
              </label>
            ) : (
              <span className="hint">{isAllowed ? texts.alwaysAllowed : texts.alwaysAsks}</span>
            )}
            <Switch
              label={texts.use(name)}
              isOn={isOn}
              onSwitch={() => void onChange(chooseTool(serverId, id, { isOn: !isOn }))}
            />
          </li>
        ))}
      </ul>
      {allowed.length > 0 && <p className="hint">{texts.changedHint}</p>}
    </details>
  )
}
