import { SweatpantsError } from '../tools/errors.ts';
import { type Store, type StreamRef, type Under } from './log.ts';
/** Large data of results, as base64, kept for a stream and deleted with it. */
export interface Attachments {
    /** Keeps data and returns its digest. The same data is kept once. Rejects with an `AttachmentError` when there is too much. */
    put(data: string): Promise<string>;
    get(digest: string): Promise<string | undefined>;
}
/** The stream has as many attachments as it may have. */
export declare class AttachmentError extends SweatpantsError {
    name: string;
}
/** The attachments of a stream for the node that drives it. Each is a stream of its own, under the fence of its owner. */
export declare function createAttachments(store: Store, under: Under): Attachments;
/** Reads what is kept for a stream. */
export declare function readAttachment(store: Store, ref: StreamRef, digest: string): Promise<string | undefined>;
