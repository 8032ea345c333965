export {}














































/** Mails a text. The same key is the same mail. */
export const mail = (to: string, text: string, key: string): Promise<void> => post('mails', { to, text }, key)

/** The bank reports to `url` when the money has arrived. The same key is the same transfer. */
export const transfer = (amount: number, url: string, key: string): Promise<void> =>
  post('transfers', { amount, url }, key)

async function post(path: string, body: object, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const response = await fetch(`${process.env.COMPANY_URL}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
}
