import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { toElicitKey } from '../../tools/elicit.ts'
import type { Json } from '../../tools/json.ts'
import { readAnswer } from './fit-form.ts'
import { toInputRequest } from './input-request.ts'

const formOf = (response: z.ZodType) => toElicitKey('key', { response }).schema

function ask(response: z.ZodType, question: Partial<ElicitEffect> = {}) {
  const asked = { id: 'key', at: '0', key: 'key', attempt: 1, toolName: 'tool', message: 'Well?', context: {} }
  const { params } = toInputRequest({ type: 'elicit', ...asked, schema: formOf(response), ...question })
  return params as { message: string; requestedSchema: { properties: Record<string, object>; required?: string[] } }
}

const accept = (content?: Json): Json => ({ action: 'accept', ...(content !== undefined && { content }) })

describe('a form for a host', () => {
  it('has a title for every field', () => {
    const { properties } = ask(
      z.object({ flightId: z.string(), bags: z.int().meta({ title: 'Luggage' }) }),
    ).requestedSchema
    expect(properties).toMatchObject({ flightId: { title: 'Flight id' }, bags: { title: 'Luggage' } })
  })

  it('is empty for a consent, which is accepted or declined', () => {
    const consent = z.object({ ok: z.boolean().describe('You pay 80 euros.') })
    const { requestedSchema, message } = ask(consent, { message: 'Book it?' })
    expect(requestedSchema).toEqual({ type: 'object', properties: {} })
    expect(message).toBe('Book it?\nYou pay 80 euros.')
    const form = { schema: formOf(consent), attempt: 1 }
    expect(readAnswer(accept({}), form)).toEqual(accept({ ok: true }))
    expect(readAnswer(accept(), form)).toEqual(accept({ ok: true }))
    expect(readAnswer(accept({ ok: false }), form)).toEqual(accept({ ok: false }))
    expect(readAnswer({ action: 'decline' }, form)).toEqual({ action: 'decline' })
  })

  it.each([
    ['may be left out', z.object({ ok: z.boolean().optional() })],
    ['has a default', z.object({ ok: z.boolean().default(false) })],
    ['is one of two fields', z.object({ ok: z.boolean(), why: z.string() })],
  ])('shows a boolean that %s', (_, response) => {
    expect(ask(response).requestedSchema.properties.ok).toMatchObject({ type: 'boolean', title: 'Ok' })
  })

  it('has only text fields after a host has sent back an empty form with numbers or lists', () => {
    const response = z.object({
      seats: z.int().min(1).max(9),
      meals: z.array(z.enum(['fish', 'rice'])),
      vegan: z.boolean(),
      name: z.string(),
    })
    const again = ask(response, { attempt: 2, refusal: 'the form came back empty' })
    expect(again.requestedSchema.properties).toMatchObject({
      seats: { type: 'string', title: 'Seats', description: 'A number from 1 to 9' },
      meals: { type: 'string', description: 'One or more of these, separated by commas: fish, rice' },
      vegan: { type: 'string', description: 'Yes or no' },
      name: { type: 'string' },
    })
    const texts = { seats: ' 3 ', meals: 'rice, fish', vegan: 'Yes', name: '7' }
    const read = { seats: 3, meals: ['rice', 'fish'], vegan: true, name: '7' }
    const asked = { schema: formOf(response), attempt: 2, refusal: 'the form came back empty' }
    expect(readAnswer(accept(texts), asked)).toEqual(accept(read))
    // The schema refuses it.
    expect(readAnswer(accept({ seats: 'three' }), asked)).toEqual(accept({ seats: 'three' }))
    const other = { ...asked, refusal: 'seats: too many' }
    expect(readAnswer(accept({ seats: '3', vegan: 'Yes' }), other)).toEqual(accept({ seats: '3', vegan: 'Yes' }))
  })

  it('keeps its fields after another wrong answer', () => {
    const again = ask(z.object({ seats: z.int() }), { attempt: 2, refusal: 'seats: too many' })
    expect(again.requestedSchema.properties.seats).toMatchObject({ type: 'integer' })
  })
})

describe('a message for a host', () => {
  const word = z.object({ word: z.string() })

  it('says first why it is asked again, and who asks', () => {
    const { message } = ask(word, { attempt: 2, refusal: 'too\nshort', origin: 'weather' })
    expect(message).toBe('The last answer was refused: too; short\nweather asks: Well?')
  })

  it('has its question within three lines and 300 characters', () => {
    const table = Array.from({ length: 9 }, (_, i) => `${i} | flight`).join('\n')
    const { message } = ask(word, { message: `These fly:\n${table}\nWhich one?` })
    expect(message).toBe(`Which one?\n\nThese fly:\n${table}`)
    const long = `${'All of it is so. '.repeat(30)}Shall it be done?`
    expect(ask(word, { message: long }).message.slice(0, 300)).toContain('Shall it be done?')
    for (const kept of ['Which?\nthis\nor\nthat?', `${'x'.repeat(400)}`]) {
      expect(ask(word, { message: kept }).message).toBe(kept)
    }
  })
})
