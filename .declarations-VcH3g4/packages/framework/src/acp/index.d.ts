export type { AcpApp } from './protocol.ts';
export { type AcpOptions, serveAcp } from './serve-acp.ts';
