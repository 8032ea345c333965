export { choose } from './choice.ts';
export { createTerminalPeer, type TerminalPeer, type TerminalPeerOptions } from './peer.ts';
export { toPrintable } from './printable.ts';
export { LeftError } from './prompt.ts';
export { runInTerminal } from './run.ts';
export { openTerminal, type Terminal, type TerminalStreams } from './terminal.ts';
