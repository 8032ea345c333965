import type { Offer } from '@sweatpants/roundtable/browser'
import { useApp } from '../../frame/app-info.ts'
import { CheckField } from './check-field.tsx'
import { texts } from './texts.ts'

interface ToolsFieldProps {
  offered: Offer['tools']
  /** The names of those that the panel has. */
  tools: readonly string[]
  onChange: (tools: readonly string[]) => void
}

/** Tools of MCP servers that the panel can use, by server. */
export function ToolsField({ offered, tools, onChange }: ToolsFieldProps) {
  const use = (name: string, isUsed: boolean) =>
    onChange(isUsed ? [...tools, name] : tools.filter((other) => other !== name))
  const servers = [...Map.groupBy(offered, ({ origin }) => origin ?? texts.otherServers)]
  return (
    <>
      {servers.map(([server, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: the fields are within a fieldset already
        <div key={server} role="group" aria-label={texts.toolsOf(server)} className="start-tools">
          <p className="start-tools-server">{texts.toolsOf(server)}</p>
          {own.map(({ name, description }) => (
            <CheckField
              key={name}
              label={
                <>
                  {texts.useTool} <code>{name}</code>
                </>
              }
              hint={description}
              isChecked={tools.includes(name)}
              onChange={(isChecked) => use(name, isChecked)}
            />
          ))}
        </div>
      ))}
      <p className="hint">{useAskingTools() ?? (offered.length === 0 && texts.noTools)}</p>
    </>
  )
}

/** Says which tools the panel cannot have because they ask a person before they run. */
function useAskingTools(): string | undefined {
  const { info } = useApp()
  const asking = (info?.servers ?? []).flatMap(({ tools }) => tools.filter(({ isOn, isAllowed }) => isOn && !isAllowed))
  return asking.length === 0 ? undefined : texts.askingTools(asking.map(({ name }) => name))
}
