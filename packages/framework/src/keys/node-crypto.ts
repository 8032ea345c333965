type NodeCrypto = typeof import('node:crypto')

let loaded: NodeCrypto | undefined

/** Loads `node:crypto` with the first state or token, so that servers start faster. */
export function nodeCrypto(): NodeCrypto {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}
