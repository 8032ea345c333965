import { Dialog } from '../controls/dialog.tsx'
import { texts } from './texts.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.shortcuts} onClose={onClose}>
      <dl className="shortcuts">
        {texts.keys.map(({ keys, mac = keys, does }) => (
          <div key={does} className="shortcut">
            <dt>{does}</dt>
            <dd>
              {(isMac ? mac : keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
