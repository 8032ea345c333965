/// <reference types="vite/client" />
import type { ViewProps } from '@sweatpants/framework'
import type { planDinner } from './plan-dinner.ts'
import './dish-card.css'

/** Shows the question `taste` in this page, and in every host that shows views (`sweatpants serve`). */
export default function DishCard({ dish, people, onRespond, response }: ViewProps<typeof planDinner, 'taste'>) {
  return (
    <div className="dish">
      <span className="dish-emoji" aria-hidden="true">
        {dish.emoji}
      </span>
      <div>
        <strong>{dish.name}</strong>
        <p className="note">
          For {people}, in {dish.minutes} minutes: {dish.groceries.join(', ')}.
        </p>
        {response === undefined ? (
          <div className="dish-buttons">
            <button type="button" data-kind="primary" onClick={() => onRespond({ answer: 'cook it' })}>
              Cook it
            </button>
            <button type="button" onClick={() => onRespond({ answer: 'something else' })}>
              Something else
            </button>
          </div>
        ) : (
          <p>You said: {response.answer}</p>
        )}
      </div>
    </div>
  )
}
