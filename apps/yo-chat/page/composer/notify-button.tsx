import { setNotifying, useNotifying } from '../frame/notifications.ts'
import { texts } from './texts.ts'

/** Offers to tell the person of questions while the page is not in view. */
export function NotifyButton() {
  const notifying = useNotifying()
  if (notifying !== 'off') return null
  return (
    <button type="button" className="text-button" onClick={() => void setNotifying(true)}>
      {texts.notify}
    </button>
  )
}
