/** The revision without sessions. */
export declare const REV2026_VERSION = "2026-07-28";
/** The `_meta` key by which a request names its revision. */
export declare const PROTOCOL_VERSION_META = "io.modelcontextprotocol/protocolVersion";
/** The revisions that begin with `initialize`, newest first. */
export declare const SESSION_VERSIONS: string[];
/** Whether a message names its revision in `_meta`, which 2026-07-28 and later revisions do. */
export declare const claimsRev2026: (message: unknown) => boolean;
