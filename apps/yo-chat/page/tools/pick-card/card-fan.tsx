import type { ViewProps } from '@sweatpants/framework'
import type { CSSProperties } from 'react'
import type { pickCard } from '../../../tools/pick-card/tool.ts'
import { moveByArrowKeys } from '../../controls/arrow-keys.ts'
import { CardFace } from './card-face.tsx'
import { texts } from './texts.ts'

export type CardFanProps = ViewProps<typeof pickCard, 'pickCard'>

/** Cards with their backs up; the one that is picked is turned. */
export default function CardFan({ cards, onRespond, disabled = false, response }: CardFanProps) {
  return (
    <fieldset className="fan" onKeyDown={moveByArrowKeys(cards.length)}>
      <legend>{response === undefined ? texts.pick(cards.length) : texts.picked}</legend>
      <div className="fan-table">
        <div className="fan-cards" style={{ '--count': cards.length } as CSSProperties}>
          {cards.map((card, index) => {
            const isPicked = response?.position === index + 1
            return (
              <button
                key={card}
                type="button"
                className="fan-card"
                style={{ '--index': index } as CSSProperties}
                data-arrow
                data-picked={isPicked || undefined}
                tabIndex={index === 0 ? 0 : -1}
                aria-label={isPicked ? card : texts.card(index + 1, cards.length)}
                aria-disabled={disabled}
                onClick={() => !disabled && onRespond({ position: index + 1 })}
              >
                {isPicked && <CardFace card={card} />}
              </button>
            )
          })}
        </div>
      </div>
    </fieldset>
  )
}
