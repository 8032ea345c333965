import { createMcpTool, StepInterruptedError } from '@sweatpants/framework'
import { z } from 'zod'
import { visit } from './surveys.ts'

const text = { response: z.object({ text: z.string() }) }

const booking = (name: string, carrier: 'auto' | 'stored') =>
  createMcpTool(name)
    .elicits({ seat: text, sure: text, rating: text })
    .carrier(carrier)
    .execute(function* (_, ctx) {
      yield* ctx.step('search', visit('search'))
      const seat = yield* ctx.elicit('seat', { message: 'Which seat?' })
      const chosen = seat.action === 'accept' ? seat.content.text : 'any'
      yield* ctx.step('hold', visit('hold'))
      const sure = yield* ctx.elicit('sure', { message: `Book ${chosen}?` })
      if (sure.action !== 'accept') return 'not booked'
      const booked = yield* bookOnce()
      yield* ctx.step('mail', visit('mail'))
      const rating = yield* ctx.elicit('rating', { message: 'How was it?' })
      return `${booked} ${chosen}, rated ${rating.action}`

      function* bookOnce() {
        try {
          return yield* ctx.step('book', visit('book'), { once: true })
        } catch (error) {
          if (error instanceof StepInterruptedError) return 'perhaps booked'
          throw error
        }
      }
    })
    .build()

/** A booking in four requests, whose third books once; carried in either way. */
export const bookings = [booking('booking', 'auto'), booking('stored_booking', 'stored')]

/** A booking without a question. */
export const quick = createMcpTool('quick_booking')
  .execute(function* (_, ctx) {
    yield* ctx.step('search', visit('search'))
    return yield* ctx.step('book', visit('book'), { once: true })
  })
  .build()
