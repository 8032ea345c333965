import { ShownUrl } from '@sweatpants/framework/react'
import { texts } from './texts.ts'

/** What a view wants done that only the person may do. */
export type ViewWish = { type: 'message'; text: string } | { type: 'link'; url: string }

interface ViewRequestProps {
  wish: ViewWish
  origin: string
  onDecide: (agreed: boolean) => void
}

/** Asks whether a view may send a message for the person, or open a link. Nothing happens without a click. */
export function ViewRequest({ wish, origin, onDecide }: ViewRequestProps) {
  const refuse = (
    <button type="button" className="button" onClick={() => onDecide(false)}>
      {texts.refuse}
    </button>
  )
  if (wish.type === 'link') {
    return (
      <section className="view-request" aria-label={texts.linkFromApp}>
        <p>
          {texts.appFrom} <strong>{origin}</strong> {texts.wantsLink}
        </p>
        <ShownUrl url={wish.url} />
        <div className="buttons">
          <a
            className="button"
            data-kind="primary"
            href={wish.url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => onDecide(true)}
          >
            {texts.openLink}
          </a>
          {refuse}
        </div>
      </section>
    )
  }
  return (
    <section className="view-request" aria-label={texts.messageFromApp}>
      <p>
        {texts.appFrom} <strong>{origin}</strong> {texts.wantsMessage}
      </p>
      <blockquote>{wish.text}</blockquote>
      <div className="buttons">
        <button type="button" className="button" data-kind="primary" onClick={() => onDecide(true)}>
          {texts.sendMessage}
        </button>
        {refuse}
      </div>
    </section>
  )
}
