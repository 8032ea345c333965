type NodeCrypto = typeof import('node:crypto')

let loaded: NodeCrypto | undefined

/** Loaded with the first state or token: a server that has seen neither starts faster without. */
export function nodeCrypto(): NodeCrypto {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}
