/** Where the data of a block is: by the digest of its base64 text. */
export interface KeptData {
    digest: string;
    /** Bytes. */
    size: number;
}
type WithMeta = {
    _meta?: Record<string, unknown> | undefined;
};
/** Returns where the data of a block is kept, or `undefined` if the block has its data. */
export declare function keptOf({ _meta }: WithMeta): KeptData | undefined;
/** Returns the `_meta` of a block whose data is kept elsewhere. */
export declare const keptMeta: (kept: KeptData) => {
    _meta: Record<string, unknown>;
};
export {};
