// The view's side of MCP Apps, by hand.
const waiting = new Map()
const heard = {}
let count = 0
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    waiting.set(++count, { resolve, reject })
    send({ id: count, method, params })
  })
addEventListener('message', async ({ source, data }) => {
  if (source !== parent) return
  if (data.method === undefined) {
    const { resolve, reject } = waiting.get(data.id) ?? {}
    if (data.error) reject?.(new Error(data.error.message))
    else resolve?.(data.result)
  } else if (data.id === undefined) heard[data.method]?.(data.params)
  else send({ id: data.id, result: (await heard[data.method]?.(data.params)) ?? {} })
})
const show = (id, text) => {
  document.getElementById(id).textContent = text
}
const start = async (appCapabilities = {}) => {
  const appInfo = { name: 'view', version: '1' }
  const host = await ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo, appCapabilities })
  send({ method: 'ui/notifications/initialized', params: {} })
  return host
}
