import { Icon } from '../controls/icon.tsx'

/** Explains that a debate of demo models has no real opinions. */
export function DemoPanel() {
  return (
    <p className="debates-note">
      <Icon name="spark" />
      <span>
        <strong>Demo panel.</strong> Every panellist is an offline stand-in that follows a script. It shows how a debate
        works, not what is true. Add an API key to use real models.
      </span>
    </p>
  )
}
