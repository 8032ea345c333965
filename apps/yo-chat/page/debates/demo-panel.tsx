import { Icon } from '../controls/icon.tsx'
import { Link } from '../frame/link.tsx'
import { SETTINGS } from '../frame/place.ts'
import { texts } from './texts.ts'

/** Explains that a debate of demo models has no real opinions. */
export function DemoPanel() {
  return (
    <p className="debates-note">
      <Icon name="spark" />
      <span>
        <strong>{texts.demo}</strong> {texts.demoIs} <Link href={SETTINGS}>{texts.demoKey}</Link> {texts.demoWhy}
      </span>
    </p>
  )
}
