import { createHmac, timingSafeEqual } from 'node:crypto'

export const COOKIE = 'session'

const SECRET = process.env.SECRET ?? 'a secret of the sessions'

const sign = (user: string): Buffer => createHmac('sha256', SECRET).update(user).digest()

/** Returns the value of the cookie of a user. */
export const toSession = (user: string): string =>
  `${Buffer.from(user).toString('base64url')}.${sign(user).toString('base64url')}`

/** Returns the user of a cookie, or `undefined` if it was not made here. */
export function readSession(value = ''): string | undefined {
  const [name = '', signature = ''] = value.split('.').map((part) => Buffer.from(part, 'base64url'))
  const user = name.toString()
  const expected = sign(user)
  const isOurs = expected.length === signature.length && timingSafeEqual(expected, Buffer.from(signature))
  return isOurs ? user : undefined
}
