import type { RenderProps } from '@sweatpants/framework'
import type { Dish } from '../src/kitchen.ts'

interface DishCardProps extends RenderProps<'cook it' | 'something else'> {
  dish: Dish
  people: number
}

export function DishCard({ dish, people, onRespond, response }: DishCardProps) {
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
          <div className="buttons">
            <button type="button" className="primary" onClick={() => onRespond('cook it')}>
              Cook it
            </button>
            <button type="button" onClick={() => onRespond('something else')}>
              Something else
            </button>
          </div>
        ) : (
          <p>You said: {response}</p>
        )}
      </div>
    </div>
  )
}
