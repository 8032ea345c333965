import { cookies } from 'next/headers'
import { COOKIE, readSession, toSession } from '../lib/session'
import { Chat } from './chat'

async function signIn(form: FormData) {
  'use server'
  const jar = await cookies()
  jar.set(COOKIE, toSession(String(form.get('user'))), { httpOnly: true, sameSite: 'lax' })
}

export default async function Page() {
  const jar = await cookies()
  const user = readSession(jar.get(COOKIE)?.value)
  if (user !== undefined) return <Chat user={user} />
  return (
    <form action={signIn}>
      <input name="user" aria-label="Name" /> <button type="submit">Sign in</button>
    </form>
  )
}
