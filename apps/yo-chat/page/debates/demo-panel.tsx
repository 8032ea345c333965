import { Icon } from '../controls/icon.tsx'

/** Says what a debate of stand-ins is worth. */
export function DemoPanel() {
  return (
    <p className="debates-note">
      <Icon name="spark" />
      <span>
        <strong>Demo panel.</strong> Every seat is an offline stand-in that follows rules. You see how a debate goes,
        not what is true. Start the server with the key of a provider for real models.
      </span>
    </p>
  )
}
