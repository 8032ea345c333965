type NodeCrypto = typeof import('node:crypto');
/** Loads `node:crypto` with the first state or token, so that servers start faster. */
export declare function nodeCrypto(): NodeCrypto;
export {};
