import { expect, it, vi } from 'vitest'

const isPast = (start: number) => performance.now() - start > 1_200

it('vi.waitFor and vi.waitUntil wait longer than the second that vitest gives them', async () => {
  const start = performance.now()
  await Promise.all([vi.waitFor(() => expect(isPast(start)).toBe(true)), vi.waitUntil(() => isPast(start))])
})

it('vi.waitFor and vi.waitUntil keep the timeout that a test gives them', async () => {
  for (const options of [1, { timeout: 1 }]) {
    await expect(vi.waitFor(() => expect(1).toBe(2), options)).rejects.toThrow('expected 1 to be 2')
    await expect(vi.waitUntil(() => false, options)).rejects.toThrow('Timed out')
  }
})
