import { Icon } from '../controls/icon.tsx'
import { Link } from '../frame/link.tsx'
import { SETTINGS } from '../frame/place.ts'

/** Explains that a debate of demo models has no real opinions. */
export function DemoPanel() {
  return (
    <p className="debates-note">
      <Icon name="spark" />
      <span>
        <strong>Demo panel.</strong> Every panellist is an offline stand-in that follows a script. It shows how a debate
        works, not what is true. <Link href={SETTINGS}>Add an API key</Link> to use real models.
      </span>
    </p>
  )
}
